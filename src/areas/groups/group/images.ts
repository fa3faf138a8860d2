import { invalid } from '../../../kernel/failure.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { fileUrl } from '../../files/links.ts'

/** What URLs of images need: a scope has it. */
export interface GroupUrlOptions {
  readonly rules: { readonly publicUrl: string }
}

/** Pictures of groups without icon or banner. */
const DEFAULTS = { icon: 'group-icon.png', banner: 'group-banner.png' } as const

/** URL of the icon or banner of a group: that of a file, or of the default picture. */
export const groupImageUrl = (
  { rules }: GroupUrlOptions,
  kind: keyof typeof DEFAULTS,
  fileId: string | null,
): string => (fileId === null ? `${rules.publicUrl}/public/${DEFAULTS[kind]}` : imageFileUrl({ rules }, fileId))

/** URL of an image of a group: the first version of its file. */
export const imageFileUrl = ({ rules }: GroupUrlOptions, fileId: string): string =>
  fileUrl(rules.publicUrl, { fileId: trusted<'file'>(fileId), version: 1 })

/** Throws `invalid` unless a file is a complete image of the person's own. */
export async function assertOwnImage(
  { db }: Pick<InTransaction, 'db'>,
  field: string,
  fileId: string,
  ownerId: string,
): Promise<void> {
  const complete = { version: { gt: 0 }, deletedAt: null, data: { some: { type: 'file', status: 'complete' } } }
  const where = { id: fileId, ownerId, mimeType: { startsWith: 'image/' }, versions: { some: complete } }
  if ((await db.file.count({ where })) === 0)
    throw invalid(field, `${field} must be a complete image of yours`, 'unknown_reference')
}
