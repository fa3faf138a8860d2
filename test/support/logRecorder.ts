import { type Logger, pino } from 'pino'

export interface LogLine {
  readonly level: number
  readonly msg?: string
  readonly [field: string]: unknown
}

export const LOG_ERROR = pino.levels.values.error ?? 50

/** A log for `anApp`, and its lines. */
export function aLogRecorder(): { log: Logger; lines: readonly LogLine[] } {
  const lines: LogLine[] = []
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}
