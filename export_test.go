package clew

// WithAutoLimits lets tests make Auto compare and change methods early.
func WithAutoLimits(sample, gain int64) Option {
	return func(o *options) { o.auto = autoLimits{sample, gain, 1} }
}
