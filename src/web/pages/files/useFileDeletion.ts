import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import type { FileDeletionFragment, FileFilter } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { useForget } from '../../graph/useForget.ts'
import { DELETE_FILE } from './documents.ts'

const FILE_DELETION = graphql(`
  fragment FileDeletion on File {
    id
    tags
    uses {
      kind
      contentId
      name
    }
  }
`)

interface FileDeletion {
  readonly isBusy: boolean
  /** Asks first, and says what breaks; `isInProfile` if the profile shows the file. Resolves to whether the file is gone. */
  readonly ask: (isInProfile: boolean) => Promise<boolean>
}

/** Deletes a file, which is in the list of this filter. */
export function useFileDeletion(file: FragmentType<typeof FILE_DELETION>, filter: FileFilter): FileDeletion {
  const { t } = useTranslation(['files', 'common'])
  const data = getFragmentData(FILE_DELETION, file)
  const removal = useAct(DELETE_FILE)
  const forget = useForget('File')
  const consequencesOf = useConsequences(data)
  const ask = async (isInProfile: boolean) => {
    const question = { title: t('delete.title'), text: consequencesOf(isInProfile) }
    if (!(await askFirst({ ...question, confirm: t('acts.delete'), cancel: t('common:cancel') }))) return false
    const result = await removal.act({ input: { fileId: data.id }, filter })
    forget(result?.deleteFile.deletedFileId)
    return result !== null
  }
  return { isBusy: removal.isBusy, ask }
}

/** Kinds of pictures that are items of the inventory, too. */
const ITEM_TAGS = ['emoji', 'sticker']

/** What is lost with a file. */
function useConsequences({ uses, tags }: FileDeletionFragment) {
  const { t, i18n } = useTranslation('files')
  return (isInProfile: boolean): string => {
    const names = new Intl.ListFormat(i18n.language).format(uses.map(({ name }) => name))
    const parts = [
      uses.length > 0 && t('delete.uses', { names }),
      isInProfile && t('delete.inProfile'),
      tags.some((tag) => ITEM_TAGS.includes(tag)) && t('delete.inInventory'),
      t('delete.text'),
    ]
    return parts.filter(Boolean).join(' ')
  }
}
