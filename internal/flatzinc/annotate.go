package flatzinc

// annotated goes past "::" and returns true if an annotation follows.
func (x *parser) annotated() bool {
	if x.tok != tokDoubled {
		return false
	}
	x.next()
	if x.tok != tokIdent {
		x.wrong("the name of an annotation")
		return false
	}
	return true
}

func (x *parser) skipAnnotations() {
	for x.annotated() {
		x.skipAnnotation()
	}
}

// skipAnnotation goes past an annotation and what stands in its parentheses.
func (x *parser) skipAnnotation() {
	x.next()
	if x.tok != '(' {
		return
	}
	for open := 0; x.tok != tokEOF; x.next() {
		switch x.tok {
		case '(':
			open++
		case ')':
			if open--; open == 0 {
				x.next()
				return
			}
		}
	}
	x.wrong(`")"`)
}

// maxNesting bounds how deep annotations lie in each other.
const maxNesting = 1000

// annotation reads an annotation with its arguments.
func (x *parser) annotation() annotation { return x.annotationAt(0) }

func (x *parser) annotationAt(depth int) annotation {
	a := annotation{name: string(x.text), at: x.at}
	x.next()
	if x.tok == '(' {
		a.args = x.annotationArgs(')', depth+1)
	}
	return a
}

// annotationArgs reads arguments from the present bracket to the closing one.
func (x *parser) annotationArgs(closing token, depth int) []annotationArg {
	if depth > maxNesting {
		x.fail(x.at, "annotations nested too deeply", "simpler ones")
		return nil
	}
	x.next()
	var args []annotationArg
	for x.tok != closing && x.err == nil {
		args = append(args, x.annotationArg(depth))
		if x.tok != closing {
			x.expect(',', `"," or the closing bracket`)
		}
	}
	x.next()
	return args
}

func (x *parser) annotationArg(depth int) annotationArg {
	arg := annotationArg{at: x.at}
	switch {
	case x.tok == '[':
		arg.list = x.annotationArgs(']', depth+1)
		if arg.list == nil {
			arg.list = []annotationArg{}
		}
	case x.tok == tokIdent:
		arg.name = string(x.text)
		if _, known := x.names[arg.name]; known || arg.name == "true" || arg.name == "false" {
			arg.is = x.reference()
			return arg
		}
		call := x.annotationAt(depth)
		if call.args != nil {
			arg.call = &call
		}
	default:
		arg.is = x.expression()
	}
	return arg
}
