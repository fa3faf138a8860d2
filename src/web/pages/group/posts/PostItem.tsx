import { Badge, Group, Paper, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import type { GroupPostItemFragment } from '../../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useForget } from '../../../graph/useForget.ts'
import { DELETE_GROUP_POST, GROUP_POST } from './documents.ts'
import { EditPost } from './EditPost.tsx'
import { Written } from './Written.tsx'

interface PostItemProps {
  readonly post: FragmentType<typeof GROUP_POST>
  readonly groupId: string
}

/** A post in the list of a group. */
export function PostItem({ post, groupId }: PostItemProps) {
  const { t } = useTranslation(['groups', 'common'])
  const data = getFragmentData(GROUP_POST, post)
  const [isEdited, editing] = useDisclosure(false)
  const remove = useAct(DELETE_GROUP_POST)
  const forget = useForget('GroupPost')
  const { id, title, text, imageUrl, viewerCanUpdate, viewerCanDelete } = data
  const ask = async () => {
    const question = { title: t('posts.ask.title'), text: t('posts.ask.text', { title }) }
    if (!(await askFirst({ ...question, confirm: t('posts.ask.confirm'), cancel: t('common:cancel') }))) return
    const result = await remove.act({ input: { postId: id } })
    forget(result?.deleteGroupPost.deletedGroupPostId)
  }
  return (
    <Paper component="li" withBorder radius="lg" p="md">
      <article aria-label={title}>
        <Written
          title={title}
          text={text}
          imageUrl={imageUrl ?? null}
          head={<PostHead post={data} />}
          onEdit={viewerCanUpdate ? editing.open : undefined}
          onDelete={viewerCanDelete ? () => void ask() : undefined}
        />
      </article>
      {isEdited && <EditPost post={data} groupId={groupId} onClose={editing.close} />}
    </Paper>
  )
}

/** Who has written a post and when, and who can read it. */
function PostHead({
  post: { author, createdAt, updatedAt, visibility, roles },
}: {
  readonly post: GroupPostItemFragment
}) {
  const { t } = useTranslation('groups')
  const when = (
    <Group gap={6}>
      <Ago time={createdAt} />
      {updatedAt !== createdAt && <Text size="xs">{t('posts.edited')}</Text>}
      {visibility === 'GROUP' && (
        <Badge size="sm" variant="default">
          {t('posts.visibilities.GROUP')}
        </Badge>
      )}
      {roles.map(({ id, name }) => (
        <Badge key={id} size="sm" variant="default" tt="none">
          {name}
        </Badge>
      ))}
    </Group>
  )
  return author ? <PersonChip person={author} below={when} /> : when
}
