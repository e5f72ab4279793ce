// Package mutation has no code but a test of the tests, which runs with the long
// ones: it breaks the engine in one place after the other, in a copy of the
// module, and wants the tests of that place to fail.
package mutation
