import { z } from 'zod'

/** A file that came in a form, in memory. */
export interface Upload {
  readonly bytes: Buffer
  /** As its sender calls it; nothing is to be believed of it. */
  readonly fileName: string
}

/** No picture that comes in a form has more bytes. */
export const MOST_FORM_BYTES = 20 * 1024 * 1024

const isUpload = (value: unknown): value is Upload =>
  typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes)

/** A part of a form that carries a file. */
export const upload = z
  .custom<Upload>(isUpload, { message: 'a file is required' })
  .meta({ type: 'string', format: 'binary' })

/** An integer in a form, where every value arrives as text. */
export const formInteger = (field: string, least: number, most: number) =>
  z
    .union([z.string(), z.number()])
    .transform((text, context) => {
      const value = Number(text)
      if (String(text).trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return value
      context.addIssue({ code: 'custom', message: `${field} must be an integer from ${least} to ${most}: '${text}'` })
      return z.NEVER
    })
    .meta({ type: 'integer', minimum: least, maximum: most })

/** A part of a form that carries JSON: a text, or a file where its sender says what is in it. */
export const jsonPart = <S extends z.ZodType>(name: string, schema: S) =>
  z.preprocess((part, context) => {
    try {
      return JSON.parse(isUpload(part) ? part.bytes.toString() : String(part))
    } catch {
      context.addIssue({ code: 'custom', message: `${name} must be JSON` })
      return z.NEVER
    }
  }, schema)
