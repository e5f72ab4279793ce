package xcsp3

import "github.com/clewsolver/clew/internal/input"

// slide posts a template for one window of its lists after the other.
func (c *call) slide() {
	if c.args != nil {
		c.unsupportedAt(c.e.at, "a <slide> inside of a template")
	}
	n := len(c.e.children)
	if n < 2 {
		c.failAt(c.e.at, "<slide> with "+input.Plural(n, "child"), "at least a <list> and a constraint")
	}
	lists, template := c.e.children[:n-1], c.e.children[n-1]
	circular := c.boolAttr(c.e, "circular", false)
	items := make([][]*expr, len(lists))
	offsets, collects := make([]int, len(lists)), make([]int, len(lists))
	for i, l := range lists {
		if l.name != "list" {
			c.failAt(l.at, "<"+l.name+">", "<list>")
		}
		items[i] = c.itemsOf(l)
		offsets[i], collects[i] = c.intAttr(l, "offset", 1), c.intAttr(l, "collect", 1)
		if len(lists) == 1 {
			// The parameters of the template say how many there are.
			collects[i] = max(template.mostParameter()+1, 1)
		}
		if offsets[i] < 1 || collects[i] < 1 {
			c.failAt(l.at, "an offset or a collect below 1", "at least 1")
		}
		if len(items[i]) == 0 {
			c.failAt(l.at, "an empty list", "at least one item")
		}
	}
	for at := 0; at*offsets[0] < len(items[0]); at++ {
		if !circular && at*offsets[0]+collects[0] > len(items[0]) {
			break
		}
		var given []*expr
		for i, xs := range items {
			for k := range collects[i] {
				j := at*offsets[i] + k
				if j >= len(xs) && !circular {
					c.failAt(lists[i].at, "a list that ends before the first one", "lists that go together")
				}
				given = append(given, xs[j%len(xs)])
			}
		}
		c.constraint(template, &arguments{given, template.mostParameter() + 1})
	}
}
