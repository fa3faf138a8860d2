import { z } from 'zod'

const DigestShape = { bytes: z.number(), sha256: z.string() }

/** The first entry of an archive. */
export const HEADER_NAME = 'header.json'
export const Header = z.object({
  /** Raised by a change that older versions can't restore. */
  format: z.literal(1),
  /** Version of Plaza that wrote the archive. */
  plaza: z.string(),
  createdAt: z.string(),
  /** The migrations of the database, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Whether the key of the server is in the archive, encrypted by a passphrase. */
  hasKey: z.boolean(),
  /** Keyed hash of a constant by the key of the server; null if it has never started with one. */
  keyFingerprint: z.string().nullable(),
})
export type Header = z.infer<typeof Header>

/** The next to last entry, by which all others are verified. */
export const MANIFEST_NAME = 'manifest.json'
export const Manifest = z.object({
  /** The digest of the header and, if the archive has it, the key after it. */
  header: z.object(DigestShape),
  /** Rows of each table, and the digest of them as COPY writes them. */
  tables: z.array(z.object({ name: z.string(), rows: z.number(), ...DigestShape })),
  /** The last value of each sequence; null for one that was not used. */
  sequences: z.record(z.string(), z.string().nullable()),
  /** The digest of lines `key bytes sha256`, one for each file in order. */
  files: z.object({ count: z.number(), contentBytes: z.number(), ...DigestShape }),
  /** Keys of files that rows name and that the store did not have. */
  missingFiles: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** The last entry: the SHA-256 of the manifest, in hex. */
export const SEAL_NAME = 'manifest.sha256'
export const KEY_NAME = 'key.json'
export const TABLE_PREFIX = 'tables/'
export const FILE_PREFIX = 'files/'

export const jsonEntry = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

/** Parses an entry. Throws a message for people. */
export function parseEntry<S extends z.ZodType>(shape: S, name: string, content: Buffer): z.infer<S> {
  try {
    return shape.parse(JSON.parse(content.toString('utf8')))
  } catch (error) {
    throw new Error(
      `The entry ${name} of the backup is damaged, or of a version of Plaza that this one does not know.`,
      {
        cause: error,
      },
    )
  }
}
