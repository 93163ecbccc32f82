import type { Figures } from '#domain/statistics.ts'

export type Figure = {
  id: string
  label: string
  /** Singular and plural. */
  unit: [one: string, many: string]
  read: (figures: Figures) => number
}

const figure = (id: string, label: string, one: string, read: Figure['read']): Figure => ({
  id,
  label,
  unit: [one, `${one}s`],
  read,
})

const views = figure('views', 'Page views', 'view', ({ pageViews }) => pageViews)

export const FIGURES: readonly Figure[] = [
  views,
  figure('visitors', 'Unique visitors', 'visitor', ({ uniqueVisitors }) => uniqueVisitors),
  figure('generated', 'Passwords generated', 'password', ({ passwordsGenerated }) => passwordsGenerated),
  figure('checked', 'Passwords checked', 'check', ({ passwordsChecked }) => passwordsChecked),
  figure('bots', 'Bots filtered out', 'request', ({ bots }) => bots),
  figure('helpful', 'Helpful answers', 'answer', ({ helpful }) => helpful),
]

export const findFigure = (id: string | null): Figure => FIGURES.find((figure) => figure.id === id) ?? views

export const showCount = (count: number, [one, many]: Figure['unit']): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`
