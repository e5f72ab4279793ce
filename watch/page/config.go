package page

import (
	"context"
	"io"

	"github.com/clewsolver/clew"
)

// Config says what a Server offers.
type Config struct {
	Version  string
	Problems []Problem
	Orders   []Choice[clew.Order]      // variable orders by the names that a page sends
	Values   []Choice[clew.ValueOrder] // value orders
	Limits   Limits
	// Public admits requests by any name of the server. Otherwise only those to this
	// machine's own names and loopback addresses are answered.
	Public bool
	// Errors takes a line for each failure that is the server's own fault; nil: none
	// are written.
	Errors io.Writer
}

// Choice is something to choose by name.
type Choice[T any] struct {
	Name  string
	Value T
}

// Problem is a kind of problem that a page can ask for.
type Problem struct {
	Name     string
	Fields   []Field
	Examples []Example
	Methods  []clew.Method
	// Open returns the problem that the values of the fields make. An error, best an
	// *input.Error whose File is the name of a field, says what is wrong with them.
	// It must open no files, and end soon for any values, or when ctx does.
	Open func(ctx context.Context, values map[string]string) (Instance, error)
}

// Instance is an opened problem.
type Instance struct {
	Problem clew.Problem
	Board   *Board   // nil if its answers have no picture of their own
	Notes   []string // what is known at a glance, as clues that clash
}

// Types of fields.
const (
	FieldNumber = "number"
	FieldText   = "text"
)

// Field is what a page asks for.
type Field struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Default string `json:"default"`
	Min     *int   `json:"min,omitempty"` // of a number
	Max     *int   `json:"max,omitempty"`
}

// Example is a filled form.
type Example struct {
	Name   string            `json:"name"`
	Values map[string]string `json:"values"`
}
