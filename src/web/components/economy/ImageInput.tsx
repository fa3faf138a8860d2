import { graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { UploadInput, type UploadInputProps } from '../uploads/UploadInput.tsx'

const UPLOAD_IMAGE = graphql(`
  mutation UploadCatalogueImage($input: UploadImageInput!) {
    uploadImage(input: $input) {
      file {
        id
      }
    }
  }
`)

type ImageInputProps = Omit<UploadInputProps, 'purpose' | 'toValue' | 'isSquare'>

/** A field of a form for a picture of what is sold, which becomes a file of the person: its value is the id of that. */
export function ImageInput(field: ImageInputProps) {
  const upload = useAct(UPLOAD_IMAGE)
  const toFile = async (uploadId: string) => {
    const { uploadImage } = await upload.attempt({ input: { uploadId, purpose: 'PRODUCT' } })
    return uploadImage.file.id
  }
  return <UploadInput purpose="PRODUCT" toValue={toFile} isSquare {...field} />
}
