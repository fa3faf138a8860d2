import { Stack } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { PictureField } from '../../../components/uploads/PictureField.tsx'
import { type FragmentType, getFragmentData } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'
import { MANAGE_PICTURES, UPDATE_GROUP, UPLOAD_GROUP_PICTURE } from './documents.ts'

/** What pictures of groups are uploaded for; they are kept among the pictures of the person, too. */
const PURPOSES = { iconId: 'ICON', bannerId: 'GALLERY' } as const
type PictureName = keyof typeof PURPOSES

interface PicturesPanelProps {
  readonly group: FragmentType<typeof MANAGE_PICTURES>
}

/** Icon and banner of the group. */
export function PicturesPanel({ group }: PicturesPanelProps) {
  const { t } = useTranslation('groupManage')
  const { id: groupId, iconId, iconUrl, bannerId, bannerUrl } = getFragmentData(MANAGE_PICTURES, group)
  const update = useAct(UPDATE_GROUP)
  const makeImage = useImageOfUpload()
  const use = async (name: PictureName, uploadId: string) => {
    const fileId = await makeImage(uploadId, PURPOSES[name])
    await update.attempt({ input: { groupId, [name]: fileId } })
  }
  const propsOf = (name: PictureName, id: string | null | undefined, url: string) => ({
    purpose: PURPOSES[name],
    url: id ? url : null,
    use: (uploadId: string) => use(name, uploadId),
    remove: () => update.act({ input: { groupId, [name]: null } }),
    removeText: t('pictures.removeText'),
  })
  return (
    <Panel title={t('pictures.title')}>
      <Stack gap="lg">
        <PictureField
          label={t('pictures.icon')}
          hint={t('pictures.iconHint')}
          shape="round"
          {...propsOf('iconId', iconId, iconUrl)}
        />
        <PictureField
          label={t('pictures.banner')}
          hint={t('pictures.bannerHint')}
          shape="wide"
          {...propsOf('bannerId', bannerId, bannerUrl)}
        />
      </Stack>
    </Panel>
  )
}

/** Makes an image of an upload. Where using it is refused and repeated, the image is there already. */
function useImageOfUpload() {
  const upload = useAct(UPLOAD_GROUP_PICTURE)
  const made = useRef(new Map<string, string>())
  return async (uploadId: string, purpose: (typeof PURPOSES)[PictureName]): Promise<string> => {
    const known = made.current.get(uploadId)
    if (known !== undefined) return known
    const { uploadImage } = await upload.attempt({ input: { uploadId, purpose } })
    made.current.set(uploadId, uploadImage.file.id)
    return uploadImage.file.id
  }
}
