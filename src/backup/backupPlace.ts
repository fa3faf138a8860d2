/** Where archives are: a folder, or a prefix of a bucket. */
export interface BackupPlace {
  /** The path or URL of an archive. */
  nameOf(name: string): string
  /** Stores an archive, whole or not at all, and returns its bytes. Throws when there is one of this name. */
  write(name: string, chunks: AsyncIterable<Buffer>): Promise<number>
  /** Throws without the archive. */
  read(name: string): Promise<AsyncIterable<Uint8Array>>
  /** The names of all archives and other files. */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
  close(): Promise<void>
}

export const alreadyThere = (name: string) => new Error(`${name} exists already, and is not overwritten.`)
export const notThere = (name: string) => new Error(`There is no ${name}.`)
