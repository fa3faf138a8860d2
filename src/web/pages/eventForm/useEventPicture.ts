import { useRef } from 'react'
import { useAct } from '../../graph/useAct.ts'
import { UPLOAD_EVENT_PICTURE } from './documents.ts'

/** Turns an upload into the file of a picture, once for each: a form may be sent again with the same one. */
export function useEventPicture(): (uploadId: string) => Promise<{ imageId?: string }> {
  const upload = useAct(UPLOAD_EVENT_PICTURE)
  const made = useRef(new Map<string, string>())
  return async (uploadId) => {
    if (uploadId === '') return {}
    const imageId = made.current.get(uploadId) ?? (await upload.attempt({ input: { uploadId } })).uploadImage.file.id
    made.current.set(uploadId, imageId)
    return { imageId }
  }
}
