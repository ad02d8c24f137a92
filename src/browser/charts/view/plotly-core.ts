// The parts of plotly that the kinds need: bars, boxes, points with lines and error bars, shapes, and texts.

import 'plotly.js/build/plotcss'
import annotations from 'plotly.js/src/components/annotations'
import errorBars from 'plotly.js/src/components/errorbars'
import fx from 'plotly.js/src/components/fx'
import modeBar from 'plotly.js/src/components/modebar'
import shapes from 'plotly.js/src/components/shapes'
import english from 'plotly.js/src/locale-en'
import americanEnglish from 'plotly.js/src/locale-en-us'
import plotApi from 'plotly.js/src/plot_api/plot_api'
import registry from 'plotly.js/src/registry'
import bar from 'plotly.js/src/traces/bar'
import box from 'plotly.js/src/traces/box'
import scatter from 'plotly.js/src/traces/scatter'

registry.register(Object.entries(plotApi).map(([name, fn]) => ({ moduleType: 'apiMethod', name, fn })))
// fx must follow the components that it shows. The mode bar is never shown, but every layout contains its settings.
registry.register([scatter, annotations, shapes, errorBars, fx, modeBar, english, americanEnglish, bar, box])

export const Fx = fx
export const Plotly = plotApi
