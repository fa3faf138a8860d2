/**
 * What operators count beside requests, and may alert by. Each counter has one label with these values. They are counts
 * rather than present values, so that those of several processes can be added.
 */
export const COUNTERS = {
  ledgerChecks: {
    name: 'plaza_ledger_checks_total',
    help: 'Checks of the ledger, by whether the books balanced.',
    label: 'outcome',
    values: ['balanced', 'different'],
  },
  ledgerDifferences: {
    name: 'plaza_ledger_differences_total',
    help: 'Differences that checks of the ledger have found.',
    label: 'check',
    values: ['transfers', 'posted', 'held', 'purchases'],
  },
  missingBlobs: {
    name: 'plaza_missing_blobs_total',
    help: 'Reads of files whose content is not in the store any more, or not whole.',
    label: 'fault',
    values: ['missing', 'cut'],
  },
  unexpectedErrors: {
    name: 'plaza_unexpected_errors_total',
    help: 'Errors that no code has handled: each is a fault of the server, with a line in the log.',
    label: 'kind',
    values: ['exception', 'rejection'],
  },
} as const

type CounterName = keyof typeof COUNTERS
type CounterValue<N extends CounterName> = (typeof COUNTERS)[N]['values'][number]

export interface Counters {
  add<N extends CounterName>(name: N, value: CounterValue<N>): void
}
