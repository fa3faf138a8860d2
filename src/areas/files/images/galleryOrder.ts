import { Failure, invalid } from '../../../kernel/failure.ts'
import { isId } from '../../../kernel/ids.ts'

/** Galleries belong to groups, and there are no groups. Throws `missing` for every gallery, `invalid` for other ids. */
export function setGroupGalleryFileOrder(galleryId: string, ids: readonly string[]): never {
  if (!isId('groupGallery', galleryId)) throw invalid('galleryId', 'galleryId must be the id of a gallery')
  if (new Set(ids).size !== ids.length) throw invalid('ids', 'ids must name each file once')
  throw new Failure('missing', 'Gallery not found')
}
