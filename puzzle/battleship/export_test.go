package battleship

// TouchOf lets tests see how ships may touch.
func TouchOf(p *Puzzle) Touch { return p.touch }
