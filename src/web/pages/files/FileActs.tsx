import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconTrash, IconUserCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../components/ownUrl.ts'
import type { FileActsFragment, FileFilter, UpdateProfileInput } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { useFileDeletion } from './useFileDeletion.ts'

const FILE_ACTS = graphql(`
  fragment FileActs on File {
    id
    name
    extension
    tags
    url
    viewerCanDelete
    ...FileDeletion
  }
`)

const PROFILE_PICTURES = graphql(`
  fragment ProfilePictures on Viewer {
    id
    user {
      id
      userIcon
      profilePicOverride
    }
  }
`)

const USE_PICTURE = graphql(`
  mutation UsePicture($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      user {
        id
        userIcon
        profilePicOverride
        ...PersonAvatar
      }
    }
  }
`)

interface FileActsProps {
  readonly file: FragmentType<typeof FILE_ACTS>
  readonly viewer: FragmentType<typeof PROFILE_PICTURES> | null | undefined
  /** Of the list that the file is in. */
  readonly filter: FileFilter
  readonly onDeleted: () => void
}

type PicturePlace = 'userIcon' | 'profilePicOverride'

/** Where the picture of a file can be shown in the profile; null for other files. */
function placeOf({ tags }: FileActsFragment): PicturePlace | null {
  if (tags.includes('icon')) return 'userIcon'
  return tags.includes('gallery') ? 'profilePicOverride' : null
}

/** What can be done with a file. */
export function FileActs({ file, viewer, filter, onDeleted }: FileActsProps) {
  const { t } = useTranslation('files')
  const data = getFragmentData(FILE_ACTS, file)
  const user = getFragmentData(PROFILE_PICTURES, viewer)?.user
  const { id, name, extension, url, viewerCanDelete } = data
  const remove = useFileDeletion(data, filter)
  const place = placeOf(data)
  const isInUse = place !== null && user?.[place]?.includes(id) === true
  return (
    <Group gap="xs">
      {url && (
        <Button
          component="a"
          href={ownUrl(url)}
          download={`${name}${extension}`}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('acts.download')}
        </Button>
      )}
      {url && place && <PictureUse url={url} place={place} isInUse={isInUse} />}
      {viewerCanDelete && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          loading={remove.isBusy}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void remove.ask(isInUse).then((isGone) => isGone && onDeleted())}
        >
          {t('acts.delete')}
        </Button>
      )}
    </Group>
  )
}

interface PictureUseProps {
  readonly url: string
  readonly place: PicturePlace
  readonly isInUse: boolean
}

/** Shows a picture in the profile. */
function PictureUse({ url, place, isInUse }: PictureUseProps) {
  const { t } = useTranslation('files')
  const picture = useAct(USE_PICTURE)
  const use = async (input: UpdateProfileInput) => {
    if (await picture.act({ input })) notifications.show({ message: t('acts.used') })
  }
  return (
    <Button
      variant="default"
      size="xs"
      disabled={isInUse}
      loading={picture.isBusy}
      leftSection={<IconUserCircle size={16} aria-hidden />}
      onClick={() => void use({ [place]: url })}
    >
      {isInUse ? t(`acts.inUse.${place}`) : t(`acts.use.${place}`)}
    </Button>
  )
}
