import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import type { GalleryPictureFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useForget } from '../../../graph/useForget.ts'
import { APPROVE_PICTURE, DELETE_PICTURE } from './documents.ts'

/** Approves a picture of a gallery, or takes it out, which is asked first. */
export function usePictureActs({ id: imageId }: GalleryPictureFragment) {
  const { t } = useTranslation(['groups', 'common'])
  const approve = useAct(APPROVE_PICTURE)
  const remove = useAct(DELETE_PICTURE)
  const forget = useForget('GroupGalleryImage')
  const ask = async (): Promise<boolean> => {
    const question = { title: t('pictures.ask.title'), text: t('pictures.ask.text') }
    if (!(await askFirst({ ...question, confirm: t('pictures.delete'), cancel: t('common:cancel') }))) return false
    const result = await remove.act({ input: { imageId } })
    forget(result?.deleteGroupGalleryImage.deletedGroupGalleryImageId)
    return result !== null
  }
  return {
    isBusy: approve.isBusy || remove.isBusy,
    approve: () => void approve.act({ input: { imageId } }),
    /** Resolves to whether it was deleted. */
    remove: ask,
  }
}
