package page

import (
	"encoding/binary"
	"encoding/json"
	"net/http"
	"time"
)

// Types of frames.
const (
	frameSteps = 1
	frameState = 2
)

const (
	recordsPerFrame = 4096
	lookEvery       = 50 * time.Millisecond // for new steps
	stateEvery      = time.Second
	writeWithin     = time.Minute // some bytes, or the reader is taken for gone
)

// stream sends the records of the steps after a number of them, as they come, and
// the state of the search.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, x *search, after int) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	to := patient(w)
	send := func(frame []byte) bool {
		binary.LittleEndian.PutUint32(frame, uint32(len(frame)-4))
		_, err := to.Write(frame)
		return err == nil
	}
	records := newRecorder(x.log, after)
	frame := make([]byte, 0, 8+(recordsPerFrame+2)*recordSize)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var told time.Time
	for {
		over := x.state()
		for {
			frame = records.appendTo(append(frame[:0], 0, 0, 0, 0, frameSteps, 0, 0, 0), recordsPerFrame)
			if len(frame) == 8 {
				break
			}
			if !send(frame) {
				return
			}
		}
		if now := time.Now(); !over.Running || now.Sub(told) >= stateEvery {
			told = now
			text, _ := json.Marshal(over) // a struct of plain fields
			if !send(append(append(frame[:0], 0, 0, 0, 0, frameState), text...)) {
				return
			}
		}
		if !over.Running || to.control.Flush() != nil {
			return
		}
		select {
		case <-tick.C:
		case <-x.done:
		case <-r.Context().Done():
			return
		case <-s.closing:
			return
		}
	}
}

// patientWriter writes to a reader who may take its time, but not for ever.
type patientWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func patient(w http.ResponseWriter) patientWriter {
	return patientWriter{w, http.NewResponseController(w)}
}

func (p patientWriter) Write(b []byte) (int, error) {
	p.control.SetWriteDeadline(time.Now().Add(writeWithin)) // an error: w knows no deadlines
	return p.w.Write(b)
}
