// Tests of the page in a browser. A module of its own, so that the browser's
// driver stays out of the library's go.mod. Run as: go test ./... in this folder.
module github.com/clewsolver/clew/internal/webtest

go 1.26.0

require (
	github.com/chromedp/cdproto v0.160.1
	github.com/chromedp/chromedp v0.23.1
)

require github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
