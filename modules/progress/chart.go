package progress

import (
	"strconv"
	"strings"
	"time"

	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

const (
	chartWidth, chartHeight = 720, 240
	chartLeft, chartBottom  = 64, 28 // for the marks
	chartTop                = 10
	chartPoints             = 121
	chartRows               = 12
	chartTime               = 30 * time.Minute // at least
	sparkWidth, sparkHeight = 240, 48
	sparkPoints             = 73
	sparkTime               = 6 * time.Hour
)

// scale is where values come to lie in a drawing.
type scale struct{ left, top, width, height, most int }

// draw is a line through values at even distances, and the area below it.
func (s scale) draw(class string, values []int) views.ChartLine {
	var points strings.Builder
	for i, v := range values {
		x := float64(s.left) + float64(s.width)*float64(i)/float64(len(values)-1)
		points.WriteString(short(x) + "," + s.y(v) + " ")
	}
	line := strings.TrimSuffix(points.String(), " ")
	bottom := strconv.Itoa(s.top + s.height)
	area := strconv.Itoa(s.left) + "," + bottom + " " + line + " " + strconv.Itoa(s.left+s.width) + "," + bottom
	return views.ChartLine{Class: class, Points: line, Area: area}
}

func (s scale) y(v int) string {
	return short(float64(s.top+s.height) - float64(s.height)*float64(v)/float64(max(s.most, 1)))
}

func short(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }

// readSpark is what was imported in each part of the last hours.
func readSpark(q database.Querier, supplierID string, now time.Time) (views.Chart, error) {
	end := now.Truncate(5 * time.Minute).Add(5 * time.Minute)
	values, err := valuesBefore(q, supplierID, imported, evenly(end.Add(-sparkTime), end, sparkPoints))
	if err != nil {
		return views.Chart{}, err
	}
	made, most := make([]int, sparkPoints-1), 0
	for i := range made {
		made[i] = max(0, values[i+1]-values[i])
		most = max(most, made[i])
	}
	s := scale{top: 2, width: sparkWidth, height: sparkHeight - 2, most: most}
	c := views.Chart{Width: sparkWidth, Height: sparkHeight, Lines: []views.ChartLine{s.draw(imported, made)}}
	c.Caption = "Imported in the last six hours: " + grouped(values[sparkPoints-1]-values[0])
	return c, nil
}

// readChart is how many accounts were staged, ever, and imported over the whole time
// of the import.
func readChart(q database.Querier, supplierID string, now time.Time) (views.Chart, error) {
	c := views.Chart{Width: chartWidth, Height: chartHeight, Caption: "Accounts staged and imported over time; the same is in the table below"}
	first, end, err := minutesOf(q, supplierID, staged)
	if err != nil || first.IsZero() {
		return c, err
	}
	_, lastImport, err := minutesOf(q, supplierID, imported)
	if err != nil {
		return c, err
	}
	// The value of a minute is that of its end, and the end is after the last of them.
	end = later(end, lastImport).Add(time.Minute)
	moments := evenly(earlier(first, end.Add(-chartTime)), end, chartPoints)
	in, err := valuesBefore(q, supplierID, staged, moments)
	if err != nil {
		return c, err
	}
	done, err := valuesBefore(q, supplierID, imported, moments)
	if err != nil {
		return c, err
	}
	most := 0
	for i := range in {
		in[i] += done[i]
		most = max(most, in[i])
	}
	step := niceStep(most)
	s := scale{left: chartLeft, top: chartTop, width: chartWidth - chartLeft, height: chartHeight - chartTop - chartBottom, most: (most + step - 1) / step * step}
	for v := 0; v <= s.most; v += step {
		c.Across = append(c.Across, views.Tick{At: s.y(v), Text: grouped(v)})
	}
	c.Lines = []views.ChartLine{s.draw(staged, in), s.draw(imported, done)}
	c.Along = along(moments, s)
	for i := chartPoints - 1; i >= 0; i -= chartPoints / chartRows {
		c.Rows = append(c.Rows, views.ChartRow{At: moments[i], Staged: grouped(in[i]), Imported: grouped(done[i])})
	}
	return c, nil
}

// niceStep is a round distance of at most four that make up to most.
func niceStep(most int) int {
	step := 1
	for {
		for _, factor := range []int{1, 2, 5} {
			if step*factor*4 >= most {
				return step * factor
			}
		}
		step *= 10
	}
}

// along is marks below the chart: days, if it is of several.
func along(moments []time.Time, s scale) []views.Tick {
	days := moments[len(moments)-1].Sub(moments[0]) > 36*time.Hour
	form := "15:04"
	if days {
		form = "2 Jan"
	}
	var ticks []views.Tick
	for i := 0; i < 4; i++ {
		at := moments[(len(moments)-1)*(2*i+1)/8]
		x := float64(s.left) + float64(s.width)*float64(2*i+1)/8
		ticks = append(ticks, views.Tick{At: short(x), Text: at.Format(form), Moment: at, Day: days})
	}
	return ticks
}
