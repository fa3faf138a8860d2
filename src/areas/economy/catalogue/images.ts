import { trusted } from '../../../kernel/ids.ts'
import { fileUrl, type UrlOptions } from '../../files/urls.ts'

/** URL of the image of a product or listing: the first version of its file. */
export const catalogueImageUrl = ({ rules }: UrlOptions, fileId: string): string =>
  fileUrl(rules.publicUrl, { fileId: trusted<'file'>(fileId), version: 1 })
