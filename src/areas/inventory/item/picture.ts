import { trusted } from '../../../kernel/ids.ts'
import { fileUrl } from '../../files/urls.ts'
import type { ItemRow } from './items.ts'

/** URL of the picture that an item stands for; undefined for items without one. */
export function pictureUrlOf(publicUrl: string, { file }: ItemRow): string | undefined {
  const [latest] = file?.versions ?? []
  return file && latest ? fileUrl(publicUrl, { fileId: trusted<'file'>(file.id), version: latest.version }) : undefined
}
