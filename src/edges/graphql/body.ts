/** What a client asks for. */
export interface Params {
  readonly query: string
  readonly operationName?: string | null
  readonly variables?: Record<string, unknown> | null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const PARTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  query: (value) => typeof value === 'string',
  operationName: (value) => value === null || typeof value === 'string',
  variables: (value) => value === null || isRecord(value),
  extensions: (value) => value === null || isRecord(value),
}

const isParams = (value: unknown): value is Params =>
  isRecord(value) && 'query' in value && Object.entries(value).every(([name, part]) => PARTS[name]?.(part) ?? false)

/** The operation in a body; null for a batch and for anything malformed. */
export function parseParams(body: Buffer): Params | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return isParams(parsed) ? parsed : null
  } catch {
    return null
  }
}
