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
	chartLeft, chartBottom  = 64, 28 // for the labels
	chartTop                = 10
	chartPoints             = 121
	chartRows               = 12
	minChartTime            = 30 * time.Minute // at least
	sparkWidth, sparkHeight = 240, 48
	sparkPoints             = 73
	sparkTime               = 6 * time.Hour
)

// scale maps values to places in a drawing.
type scale struct{ left, top, width, height, most int }

// drawLine returns a line through values at even distances, and the area below it.
func (s scale) drawLine(class string, values []int) views.ChartLine {
	var points strings.Builder
	for i, v := range values {
		x := float64(s.left) + float64(s.width)*float64(i)/float64(len(values)-1)
		points.WriteString(formatCoordinate(x) + "," + s.formatY(v) + " ")
	}
	line := strings.TrimSuffix(points.String(), " ")
	bottom := strconv.Itoa(s.top + s.height)
	area := strconv.Itoa(s.left) + "," + bottom + " " + line + " " + strconv.Itoa(s.left+s.width) + "," + bottom
	return views.ChartLine{Class: class, Points: line, Area: area}
}

func (s scale) formatY(v int) string {
	return formatCoordinate(float64(s.top+s.height) - float64(s.height)*float64(v)/float64(max(s.most, 1)))
}

func formatCoordinate(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }

// readSparkline reads how many accounts were imported in each part of the last hours.
func readSparkline(q database.Querier, supplierID string, now time.Time) (views.Chart, error) {
	end := now.Truncate(5 * time.Minute).Add(5 * time.Minute)
	values, err := readValuesBefore(q, supplierID, imported, divideTime(end.Add(-sparkTime), end, sparkPoints))
	if err != nil {
		return views.Chart{}, err
	}
	made, most := make([]int, sparkPoints-1), 0
	for i := range made {
		made[i] = max(0, values[i+1]-values[i])
		most = max(most, made[i])
	}
	s := scale{top: 2, width: sparkWidth, height: sparkHeight - 2, most: most}
	c := views.Chart{Width: sparkWidth, Height: sparkHeight, Lines: []views.ChartLine{s.drawLine(imported, made)}}
	c.Caption = "Imported in the last six hours: " + formatNumber(values[sparkPoints-1]-values[0])
	return c, nil
}

// readChart reads how many accounts were staged and imported, over the whole time of the import.
func readChart(q database.Querier, supplierID string, now time.Time) (views.Chart, error) {
	c := views.Chart{Width: chartWidth, Height: chartHeight, Caption: "Accounts staged and imported over time; the same is in the table below"}
	first, end, err := readActivePeriod(q, supplierID, staged)
	if err != nil || first.IsZero() {
		return c, err
	}
	_, lastImport, err := readActivePeriod(q, supplierID, imported)
	if err != nil {
		return c, err
	}
	// The value of a minute is the one at its end, so the chart ends after the last minute.
	end = latestOf(end, lastImport).Add(time.Minute)
	moments := divideTime(earliestOf(first, end.Add(-minChartTime)), end, chartPoints)
	in, err := readValuesBefore(q, supplierID, staged, moments)
	if err != nil {
		return c, err
	}
	done, err := readValuesBefore(q, supplierID, imported, moments)
	if err != nil {
		return c, err
	}
	most := 0
	for i := range in {
		in[i] += done[i]
		most = max(most, in[i])
	}
	step := computeStep(most)
	s := scale{left: chartLeft, top: chartTop, width: chartWidth - chartLeft, height: chartHeight - chartTop - chartBottom, most: (most + step - 1) / step * step}
	for v := 0; v <= s.most; v += step {
		c.Across = append(c.Across, views.Tick{At: s.formatY(v), Text: formatNumber(v)})
	}
	c.Lines = []views.ChartLine{s.drawLine(staged, in), s.drawLine(imported, done)}
	c.Lines[0].Name, c.Lines[1].Name = "Staged in total", "Imported"
	c.Along = newTimeTicks(moments, s)
	for i := chartPoints - 1; i >= 0; i -= chartPoints / chartRows {
		c.Rows = append(c.Rows, views.ChartRow{At: moments[i], Values: []string{formatNumber(in[i]), formatNumber(done[i])}})
	}
	return c, nil
}

// computeStep returns a round distance between lines: at most four of them reach most.
func computeStep(most int) int {
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

// newTimeTicks returns the labels below the chart: days where it covers several, and times
// otherwise.
func newTimeTicks(moments []time.Time, s scale) []views.Tick {
	days := moments[len(moments)-1].Sub(moments[0]) > 36*time.Hour
	form := "15:04"
	if days {
		form = "2 Jan"
	}
	var ticks []views.Tick
	for i := 0; i < 4; i++ {
		at := moments[(len(moments)-1)*(2*i+1)/8]
		x := float64(s.left) + float64(s.width)*float64(2*i+1)/8
		ticks = append(ticks, views.Tick{At: formatCoordinate(x), Text: at.Format(form), Moment: at, Day: days})
	}
	return ticks
}
