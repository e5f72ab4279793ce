package page

import (
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// checkOrigin returns why a request is not answered, nil if it is.
//
// Another page in the same browser could send requests here, and by a name of its
// own that it lets point to this machine (DNS rebinding) even read the answers. So
// the name in Host must be one of this machine, Origin, which browsers add to
// requests by scripts, must be that of this page, and what changes something must
// be of a type that other pages cannot send without being asked for Origin.
func (s *Server) checkOrigin(r *http.Request) error {
	if !s.config.Public && !isLoopback(r.Host) {
		return refused(http.StatusForbidden, "found the host %.100q, expected this machine: localhost, 127.0.0.1 or [::1]", r.Host)
	}
	if local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok && !s.config.Public {
		if got, want := portOf(r.Host), portOf(local.String()); got != want {
			return refused(http.StatusForbidden, "found the host %.100q, expected port %s", r.Host, want)
		}
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || !strings.EqualFold(u.Host, r.Host) {
			return refused(http.StatusForbidden, "found a request by another page, %.100q", origin)
		}
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		if r.Method != http.MethodGet || strings.HasPrefix(r.URL.Path, "/api/") {
			return refused(http.StatusForbidden, "found a request by another page")
		}
	}
	if r.Method == http.MethodPost {
		if t, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); t != "application/json" {
			return refused(http.StatusUnsupportedMediaType, "found the content type %.100q, expected application/json", r.Header.Get("Content-Type"))
		}
	}
	return nil
}

// isLoopback reports whether host, with or without a port, is a name or address
// that only this machine has for itself.
func isLoopback(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	if strings.EqualFold(name, "localhost") {
		return true
	}
	a, err := netip.ParseAddr(name)
	return err == nil && a.IsLoopback()
}

// portOf returns the port of a host, 80 if it has none.
func portOf(host string) string {
	if _, port, err := net.SplitHostPort(host); err == nil {
		return port
	}
	return "80"
}
