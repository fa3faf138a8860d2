import { trusted } from '../../../kernel/ids.ts'
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
