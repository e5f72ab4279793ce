package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// refusal is an error with the status that a request gets for it.
type refusal struct {
	status  int
	message string
}

func (r *refusal) Error() string { return r.message }

func refused(status int, format string, args ...any) *refusal {
	return &refusal{status, fmt.Sprintf(format, args...)}
}

// errorJSON is an error as a page is told it.
type errorJSON struct {
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
}

// refuse answers with an error.
func refuse(w http.ResponseWriter, err error) {
	status, body := http.StatusBadRequest, errorJSON{Message: err.Error()}
	var r *refusal
	var wrong *input.Error
	switch {
	case errors.As(err, &r):
		status = r.status
	case errors.As(err, &wrong):
		body = errorJSON{"found " + wrong.Found + ", expected " + wrong.Expected, wrong.File, wrong.Line, wrong.Col}
	case errors.Is(err, clew.ErrUnsupported):
		status = http.StatusUnprocessableEntity
	}
	writeJSON(w, status, map[string]errorJSON{"error": body})
}

// writeJSON answers with a JSON object.
func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body) // an error: the reader is gone
}
