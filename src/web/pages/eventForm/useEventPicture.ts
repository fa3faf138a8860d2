import { useImageFile } from '../../components/uploads/useImageFile.ts'

/** What is sent for a chosen picture: the file of an upload; nothing for the picture that stands. */
export function useEventPicture(): (uploadId: string) => Promise<{ imageId?: string }> {
  const fileOf = useImageFile()
  return async (uploadId) => (uploadId === '' ? {} : { imageId: await fileOf(uploadId) })
}
