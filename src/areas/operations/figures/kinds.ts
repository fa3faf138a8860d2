/** How values of a figure are brought together over a longer time. */
type Merge = 'sum' | 'mean' | 'percentile'

interface FigureRule {
  readonly merge: Merge
  /** The metric of `/metrics` that tells it, too. */
  readonly metric: string | null
}

/** Every figure that is kept over time. */
export const FIGURES = {
  online: { merge: 'mean', metric: 'plaza_people_online' },
  signUps: { merge: 'sum', metric: null },
  requests: { merge: 'sum', metric: 'plaza_http_requests_total' },
  errors: { merge: 'sum', metric: null },
  requestP50Ms: { merge: 'percentile', metric: 'plaza_http_request_duration_seconds' },
  requestP95Ms: { merge: 'percentile', metric: 'plaza_http_request_duration_seconds' },
  sockets: { merge: 'mean', metric: 'plaza_graphql_sockets' },
  jobsWaiting: { merge: 'mean', metric: 'plaza_jobs_waiting' },
  jobsFailed: { merge: 'mean', metric: 'plaza_jobs_failed' },
  mailsWaiting: { merge: 'mean', metric: 'plaza_jobs_waiting' },
  mailsFailed: { merge: 'mean', metric: 'plaza_jobs_failed' },
  storageBytes: { merge: 'mean', metric: null },
  tokensMoved: { merge: 'sum', metric: null },
  reportsOpen: { merge: 'mean', metric: null },
} as const satisfies Readonly<Record<string, FigureRule>>

export type FigureKind = keyof typeof FIGURES
export const isFigureKind = (name: string): name is FigureKind => Object.hasOwn(FIGURES, name)
export const FIGURE_KINDS: readonly FigureKind[] = Object.keys(FIGURES).filter(isFigureKind)

/** Values of figures at a time; those without a value are not known for it. */
export type FigureValues = Readonly<Partial<Record<FigureKind, number>>>
