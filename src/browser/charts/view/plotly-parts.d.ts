// The parts of plotly that plotly-core.ts puts together; the package describes the whole only.
declare module 'plotly.js/build/plotcss' {}
declare module 'plotly.js/src/plot_api/plot_api' {
  import type { Data, Layout, newPlot, PlotlyHTMLElement, purge } from 'plotly.js'
  const api: {
    newPlot: typeof newPlot
    react: (
      plot: PlotlyHTMLElement,
      figure: { data: Data[]; layout: Partial<Layout> }
    ) => Promise<PlotlyHTMLElement>
    purge: typeof purge
  }
  export default api
}
declare module 'plotly.js/src/components/fx' {
  const fx: {
    hover: (plot: HTMLElement, points: { curveNumber: number; pointNumber: number }[]) => void
    unhover: (plot: HTMLElement, points: []) => void
  }
  export default fx
}
declare module 'plotly.js/src/registry' {
  const registry: { register: (modules: readonly unknown[]) => void }
  export default registry
}
declare module 'plotly.js/src/*' {
  const part: unknown
  export default part
}
