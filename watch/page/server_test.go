package page

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
	"github.com/clewsolver/clew/puzzle/queens"
)

// endless is a space of 2^60 answers; with a fault it panics at the fourth place.
type endless struct{ fault bool }

func (endless) Places() int { return 60 }
func (endless) Next(placed []int, after int) (int, bool) {
	if after == clew.Start {
		return 0, true
	}
	return after + 1, after < 1
}
func (e endless) Check(placed []int, v int) bool {
	if e.fault && len(placed) == 3 {
		panic("a fault on purpose")
	}
	return true
}

// testConfig is a server of a few problems: queens, and others that strain limits.
func testConfig(limits Limits) Config {
	number := func(name, usual string) []Field { return []Field{{Name: name, Type: FieldNumber, Default: usual}} }
	space := func(fault bool) func(context.Context, map[string]string) (Instance, error) {
		return func(context.Context, map[string]string) (Instance, error) {
			return Instance{Problem: clew.FromSpace("endless", func() clew.Space { return endless{fault} })}, nil
		}
	}
	all := []clew.Method{clew.Plain, clew.Propagate, clew.Learn}
	return Config{
		Version: "test", Limits: limits, Errors: io.Discard,
		Orders: []Choice[clew.Order]{{"first-fail", clew.FirstFail}},
		Values: []Choice[clew.ValueOrder]{{"desc", clew.Descending}},
		Problems: []Problem{
			{
				Name: "queens", Fields: number("n", "8"), Methods: all,
				Examples: []Example{{"8", map[string]string{"n": "8"}}},
				Open: func(_ context.Context, values map[string]string) (Instance, error) {
					n, err := strconv.Atoi(values["n"])
					if err != nil {
						return Instance{}, &input.Error{File: "n", Line: 1, Col: 2, Found: input.Quote(values["n"]), Expected: "a number"}
					}
					p, err := queens.New(n)
					return Instance{Problem: p, Board: &Board{Rows: 1, Cols: n}, Notes: []string{"a note"}}, err
				},
			},
			{Name: "endless", Methods: []clew.Method{clew.Plain, clew.Learn}, Open: space(false)},
			{Name: "faulty", Methods: []clew.Method{clew.Plain}, Open: space(true)},
			{
				Name: "slow", Methods: all,
				Open: func(ctx context.Context, _ map[string]string) (Instance, error) {
					<-ctx.Done()
					return Instance{}, context.Cause(ctx)
				},
			},
		},
	}
}

// client is a page of a server under test.
type client struct {
	t      testing.TB
	server *Server
	url    string
	http   *http.Client
}

// newClient starts a server, which ends with the test.
func newClient(t testing.TB, limits Limits) *client {
	s := New(testConfig(limits))
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close(context.Background())
		h.Close()
	})
	return &client{t, s, h.URL, h.Client()}
}

// do sends a request and returns the status and the body; status 0 if there was no
// answer, which fails the test.
func (c *client) do(method, path, body string) (int, []byte) {
	c.t.Helper()
	r, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	if err == nil && body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	var resp *http.Response
	if err == nil {
		resp, err = c.http.Do(r)
	}
	if err != nil {
		c.t.Error(err)
		return 0, nil
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Error(err)
		return 0, nil
	}
	return resp.StatusCode, b
}

// begin starts a search and returns its path.
func (c *client) begin(body string) string {
	c.t.Helper()
	status, b := c.do("POST", "/api/searches", body)
	var s started
	if err := json.Unmarshal(b, &s); status != http.StatusCreated || err != nil || s.ID == "" {
		c.t.Fatalf("%d %s, %v", status, b, err)
	}
	return "/api/searches/" + s.ID
}

// frames takes a stream apart: the records of all frames, and the last state.
func frames(t testing.TB, stream []byte) (records []byte, last state) {
	t.Helper()
	for len(stream) > 0 {
		n := binary.LittleEndian.Uint32(stream)
		payload := stream[4 : 4+n]
		stream = stream[4+n:]
		switch payload[0] {
		case frameSteps:
			records = append(records, payload[4:]...)
		case frameState:
			if err := json.Unmarshal(payload[1:], &last); err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("a frame of type %d", payload[0])
		}
	}
	return records, last
}

// steps reads the stream of a search to its end.
func (c *client) steps(path string, from int) ([]byte, state) {
	c.t.Helper()
	status, b := c.do("GET", fmt.Sprintf("%s/steps.bin?from=%d", path, from), "")
	if status != http.StatusOK {
		c.t.Fatalf("%d %s", status, b)
	}
	return frames(c.t, b)
}

// eventually waits until f holds.
func eventually(t testing.TB, what string, f func() bool) {
	t.Helper()
	for range 1000 {
		if f() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("it did not come to pass that %s", what)
}

const queens6 = `{"problem":"queens","values":{"n":"6"},"method":"propagate","order":"first-fail","valueOrder":"desc"}`

// A page starts a search, reads its steps, and looks around.
func TestSearch(t *testing.T) {
	c := newClient(t, Limits{})
	status, b := c.do("GET", "/api/about", "")
	var about struct {
		Version  string
		Limits   map[string]float64
		Problems []struct {
			Name     string
			Fields   []Field
			Methods  []string
			Examples []Example
		}
		Orders, Values []string
	}
	if err := json.Unmarshal(b, &about); status != 200 || err != nil || len(about.Problems) != 4 || about.Problems[0].Fields[0].Name != "n" ||
		about.Limits["nodes"] != 1_200_000 || about.Orders[0] != "first-fail" || about.Values[0] != "desc" {
		t.Fatalf("%d %s, %v", status, b, err)
	}
	status, b = c.do("POST", "/api/searches", queens6)
	var s struct {
		ID    string
		Start struct {
			Event, Method string
			Version       int
			Variables     []any
		}
		Board *Board
		Notes []string
	}
	if err := json.Unmarshal(b, &s); status != 201 || err != nil || s.Start.Event != "start" || s.Start.Method != "propagate" ||
		len(s.Start.Variables) != 6 || s.Board.Cols != 6 || s.Notes[0] != "a note" {
		t.Fatalf("%d %s, %v", status, b, err)
	}
	path := "/api/searches/" + s.ID
	all, end := c.steps(path, 0)
	if end.Running || !end.Complete || end.Answers != "4" || end.Steps*recordSize != len(all) || end.Steps < 20 || end.Reason != "" {
		t.Fatalf("%d bytes of records, %+v", len(all), end)
	}
	if rest, _ := c.steps(path, 17); !bytes.Equal(rest, all[17*recordSize:]) {
		t.Errorf("the records from 17 on are not those of the whole")
	}
	if status, b = c.do("GET", path+"/window?from=3&count=2", ""); status != 200 || !bytes.HasPrefix(b, []byte(`{"from":3,"domains":[[[`)) {
		t.Errorf("%d %s", status, b)
	}
	if status, b = c.do("POST", path+"/alive", "{}"); status != 200 || !bytes.Contains(b, []byte(`"complete":true`)) {
		t.Errorf("%d %s", status, b)
	}
	if status, b = c.do("GET", path+"/trace.jsonl", ""); status != 200 || !bytes.Contains(b, []byte(`{"event":"done"`)) {
		t.Errorf("%d %s", status, b)
	}
	for _, bad := range []string{"/window?from=999999&count=1", "/window?from=0&count=1001", "/window?from=-1", "/window?from=x", "/steps.bin?from=999999"} {
		if status, b = c.do("GET", path+bad, ""); status != 400 {
			t.Errorf("%s: %d %s", bad, status, b)
		}
	}
	if status, _ = c.do("DELETE", path, ""); status != 204 {
		t.Errorf("%d", status)
	}
	if status, b = c.do("GET", path+"/window?from=0&count=1", ""); status != 404 {
		t.Errorf("after its end: %d %s", status, b)
	}
}

// What cannot be started says why.
func TestStartRefused(t *testing.T) {
	c := newClient(t, Limits{Body: 2000, Variables: 100, Terms: 250, Open: 20 * time.Millisecond, Time: time.Second})
	for _, r := range []struct {
		body   string
		status int
		want   string
	}{
		{`{"problem":`, 400, "the request is not the JSON object expected: unexpected EOF"},
		{"{\"problem\":\"\xff\"}", 400, "bytes that are no UTF-8"},
		{`[]`, 400, "the request is not the JSON object expected"},
		{`{"problem":"queens","file":"/etc/passwd"}`, 400, "unknown field"},
		{queens6 + `{}`, 400, "something behind"},
		{`{"problem":"go"}`, 400, `found the problem \"go\", expected one of [queens endless faulty slow]`},
		{`{"problem":"queens","method":"kernel"}`, 422, "found the method"},
		{`{"problem":"queens","method":"plain","order":"first-fail"}`, 422, "order of the method plain is fixed"},
		{`{"problem":"queens","method":"plain","free":true}`, 422, "free search"},
		{`{"problem":"queens","method":"learn","order":"last"}`, 400, `found the order \"last\", expected one of [first-fail]`},
		{`{"problem":"queens","method":"learn","valueOrder":"last"}`, 400, `found the value order`},
		{`{"problem":"queens","method":"learn","values":{"m":"8"}}`, 400, `queens has no field \"m\"`},
		{`{"problem":"queens","method":"learn","values":{"n":"x"}}`, 400, `{"message":"found \"x\", expected a number","field":"n","line":1,"column":2}`},
		{`{"problem":"endless","method":"learn"}`, 422, "only the plain method walks it"},
		{`{"problem":"queens","method":"learn","values":{"n":"101"}}`, 413, "the model has 101 variables, at most 100 are allowed here"},
		{`{"problem":"queens","method":"plain","values":{"n":"101"}}`, 413, "the model has 101 variables, at most 100 are allowed here"},
		{`{"problem":"queens","method":"learn","values":{"n":"99"}}`, 413, "variables in its constraints, at most 250"},
		{`{"problem":"slow","method":"learn"}`, 413, "reading the problem takes longer than 20ms"},
		{`{"problem":"queens","method":"learn","order":"` + strings.Repeat("x", 2000) + `"}`, 413, "the request is larger than 1 KiB"},
	} {
		status, b := c.do("POST", "/api/searches", r.body)
		if status != r.status || !strings.Contains(string(b), r.want) || !strings.HasPrefix(string(b), `{"error":{"message":`) {
			t.Errorf("%.100s: %d %s, want %d %s", r.body, status, b, r.status, r.want)
		}
	}
	if n := len(c.server.all()); n != 0 {
		t.Errorf("%d searches are held", n)
	}
}

// Only the page itself can ask, and only by a name of this machine.
func TestOrigin(t *testing.T) {
	c := newClient(t, Limits{})
	host := strings.TrimPrefix(c.url, "http://")
	_, port, _ := strings.Cut(host, ":")
	public := testConfig(Limits{})
	public.Public = true
	s := New(public)
	defer s.Close(context.Background())
	for _, r := range []struct {
		name, method, host string
		header             map[string]string
		status, atPublic   int
	}{
		{"as browsers do", "GET", host, nil, 200, 200},
		{"localhost", "GET", "localhost:" + port, nil, 200, 200},
		{"IPv6", "GET", "[::1]:" + port, nil, 200, 200},
		{"a name that points here", "GET", "evil.example:" + port, nil, 403, 200},
		{"a name that begins like this", "GET", "localhost.evil.example:" + port, nil, 403, 200},
		{"another address", "GET", "10.0.0.1:" + port, nil, 403, 200},
		{"another port", "GET", "localhost:1", nil, 403, 200},
		{"no port", "GET", "localhost", nil, 403, 200},
		{"own origin", "POST", host, map[string]string{"Origin": "http://" + host, "Content-Type": "application/json"}, 400, 400},
		{"no origin", "POST", host, map[string]string{"Content-Type": "application/json"}, 400, 400},
		{"another page", "POST", host, map[string]string{"Origin": "http://evil.example", "Content-Type": "application/json"}, 403, 403},
		{"another port's page", "GET", host, map[string]string{"Origin": "http://127.0.0.1:1"}, 403, 403},
		{"a file", "GET", host, map[string]string{"Origin": "null"}, 403, 403},
		{"another site", "GET", host, map[string]string{"Sec-Fetch-Site": "cross-site"}, 403, 403},
		{"a form", "POST", host, map[string]string{"Content-Type": "text/plain"}, 415, 415},
		{"a form of another kind", "POST", host, map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, 415, 415},
		{"no type", "POST", host, nil, 415, 415},
	} {
		request := func() *http.Request {
			path := "/api/about"
			if r.method == "POST" {
				path = "/api/searches"
			}
			req, err := http.NewRequest(r.method, c.url+path, strings.NewReader("{"))
			if err != nil {
				t.Fatal(err)
			}
			req.Host = r.host
			for k, v := range r.header {
				req.Header.Set(k, v)
			}
			return req
		}
		resp, err := c.http.Do(request())
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != r.status {
			t.Errorf("%s: %d, want %d", r.name, resp.StatusCode, r.status)
		}
		if h := resp.Header.Get("Access-Control-Allow-Origin"); h != "" {
			t.Errorf("%s: others may read this: %s", r.name, h)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, request())
		if w.Code != r.atPublic {
			t.Errorf("%s, public: %d, want %d", r.name, w.Code, r.atPublic)
		}
	}
}

// A link on another page may lead here.
func TestLink(t *testing.T) {
	c := newClient(t, Limits{})
	r, _ := http.NewRequest("GET", c.url+"/", nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	resp, err := c.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	h := resp.Header
	if resp.StatusCode != 200 || !strings.HasPrefix(h.Get("Content-Type"), "text/html") || !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'self'") ||
		h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" || h.Get("ETag") == "" {
		t.Errorf("%d %v", resp.StatusCode, h)
	}
	r.Header.Set("If-None-Match", h.Get("ETag"))
	again, err := c.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	again.Body.Close()
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("%d when it is known", again.StatusCode)
	}
}

// What the page refers to is embedded.
func TestStatic(t *testing.T) {
	c := newClient(t, Limits{})
	_, b := c.do("GET", "/", "")
	for _, attr := range []string{`src="`, `href="`} {
		for _, rest := range strings.Split(string(b), attr)[1:] {
			name, _, _ := strings.Cut(rest, `"`)
			if strings.HasPrefix(name, "#") || strings.HasPrefix(name, "data:") {
				continue
			}
			if status, _ := c.do("GET", "/"+strings.TrimPrefix(name, "/"), ""); status != 200 {
				t.Errorf("%s: %d", name, status)
			}
		}
	}
	for _, path := range []string{"/server.go", "/static/", "/../server.go", "/api", "/api/searches", "/app.js.map"} {
		if status, _ := c.do("GET", path, ""); status != 404 && status != 405 {
			t.Errorf("%s: %d", path, status)
		}
	}
}
