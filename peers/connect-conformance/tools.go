//go:build tools

// Package tools holds on to the program that build.sh makes, and thereby to the definitions that its module brings.
package tools

import _ "connectrpc.com/conformance/cmd/connectconformance"
