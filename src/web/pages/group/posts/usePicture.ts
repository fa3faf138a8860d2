import { useImageFile } from '../../../components/uploads/useImageFile.ts'
import type { WrittenValues } from './PostFields.tsx'

type Picture = Partial<Pick<WrittenValues, 'imageId' | 'removesImage'>>

/** Makes the fields about a picture what mutations take: undefined keeps what stands, null takes it away. */
export function usePicture(): (picture: Picture) => Promise<string | null | undefined> {
  const fileOf = useImageFile()
  return async ({ imageId, removesImage }) => {
    if (imageId) return fileOf(imageId)
    return removesImage ? null : undefined
  }
}
