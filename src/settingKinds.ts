import { z } from 'zod'

/** Properties of a setting beside its schema. */
interface SettingNote {
  /** One line for docs/settings.md. */
  readonly help: string
  /** Description of valid values, which completes "It must be …". */
  readonly must: string
  /** The default. */
  readonly fallback?: string
  /** Description of the default where it is no fixed text. */
  readonly unset?: string
  /** The value may contain a password, so no message repeats it. */
  readonly secret?: true
}

const noteRegistry = z.registry<SettingNote>()

export function setting<S extends z.ZodType<unknown, string>>(
  fallback: z.input<S> & string,
  schema: S,
  note: SettingNote,
) {
  const filled = schema.prefault(fallback)
  noteRegistry.add(filled, { ...note, fallback })
  return filled
}

export function optional<S extends z.ZodType<unknown, string>>(schema: S, note: SettingNote) {
  const open = schema.optional()
  noteRegistry.add(open, note)
  return open
}

/** What is told of a setting. */
export const noteOf = (schema: z.ZodType) => noteRegistry.get(schema)

export const integerBetween = (least: number, most: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(least).max(most))
