import type { Figures } from '#domain/statistics.ts'

export type Figure = {
  id: string
  label: string
  /** Singular and plural. */
  unit: [one: string, many: string]
  read: (figures: Figures) => number
}

const views: Figure = {
  id: 'views',
  label: 'Page views',
  unit: ['view', 'views'],
  read: ({ pageViews }) => pageViews,
}

export const FIGURES: readonly Figure[] = [
  views,
  {
    id: 'visitors',
    label: 'Unique visitors',
    unit: ['visitor', 'visitors'],
    read: ({ uniqueVisitors }) => uniqueVisitors,
  },
  {
    id: 'generated',
    label: 'Passwords generated',
    unit: ['password', 'passwords'],
    read: ({ passwordsGenerated }) => passwordsGenerated,
  },
  {
    id: 'checked',
    label: 'Passwords checked',
    unit: ['check', 'checks'],
    read: ({ passwordsChecked }) => passwordsChecked,
  },
  { id: 'bots', label: 'Bots filtered out', unit: ['request', 'requests'], read: ({ bots }) => bots },
  { id: 'helpful', label: 'Helpful answers', unit: ['answer', 'answers'], read: ({ helpful }) => helpful },
]

export const findFigure = (id: string | null): Figure => FIGURES.find((figure) => figure.id === id) ?? views

export const showCount = (count: number, [one, many]: Figure['unit']): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`
