// Package webtest holds the tests that look at the page of clew serve with a
// browser: they build the command, start it on a free port of the loopback
// interface, and drive Chromium by its debugging protocol.
//
// The tests find things on the page by what they mean (data-action, data-cell,
// data-counter and a few ids), never by how they look. They wait for what the
// page says of itself (data-settled), never for a time.
//
// Without a browser (chromium, chromium-browser, google-chrome on the PATH, or
// the one that CLEW_BROWSER names) the tests are skipped; with CLEW_BROWSER set
// they fail, so that continuous integration cannot skip them unseen.
package webtest
