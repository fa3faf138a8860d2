import { Failure } from '../../kernel/failure.ts'
import type { FileId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'

export const noSuchFile = (id: string) => new Failure('missing', `File '${id}' not found`)

/** Whoever owns a file may change it, and admins. Everybody with a session may read its record: clients do. */
export const mayChangeFile = ({ viewer }: SignedScope, file: { readonly ownerId: string }) =>
  viewer.admin || viewer.id === file.ownerId

/** Keeps a file of the viewer's from every other act upon it until the transaction ends. Throws `missing`, `forbidden`. */
export async function holdOwnFile(open: SignedScope & Open, id: FileId): Promise<void> {
  const [file] = await open.db.$queryRaw<{ ownerId: string }[]>`
    SELECT "ownerId" FROM "File" WHERE id = ${id} FOR UPDATE`
  mustBeOwn(open, id, file)
}

/** Throws `missing` for no file, `forbidden` for another's. */
export function mustBeOwn<F extends { readonly ownerId: string }>(
  scope: SignedScope,
  id: string,
  file: F | null | undefined,
): asserts file is F {
  if (!file) throw noSuchFile(id)
  if (!mayChangeFile(scope, file)) throw new Failure('forbidden', 'This file belongs to somebody else')
}

/** Pictures are seen without a session too; everything else by people. */
export const isPicture = ({ mimeType }: { readonly mimeType: string }) => mimeType.startsWith('image/')

export const maySee = ({ viewer }: Scope, file: { readonly mimeType: string }) => viewer !== null || isPicture(file)
