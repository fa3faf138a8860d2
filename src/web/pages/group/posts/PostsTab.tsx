import { Button, Grid, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencilPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { AnnouncementPanel } from './AnnouncementPanel.tsx'
import { GROUP_POST_CHANGES, GROUP_POST_LIST, GROUP_POSTS } from './documents.ts'
import { NewPost } from './NewPost.tsx'
import { PostItem } from './PostItem.tsx'

interface PostsTabProps {
  readonly groupId: string
}

/** The announcement and the posts of a group. */
export const PostsTab = ({ groupId }: PostsTabProps) => (
  <Grid gap="md">
    <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 1, md: 2 }}>
      <AnnouncementPanel groupId={groupId} />
    </Grid.Col>
    <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 2, md: 1 }}>
      <Posts groupId={groupId} />
    </Grid.Col>
  </Grid>
)

function Posts({ groupId }: PostsTabProps) {
  const { t } = useTranslation('groups')
  const { data, refusal, reload, fetchMore } = usePanel(GROUP_POST_LIST, { groupId })
  useLive(GROUP_POST_CHANGES, data?.group ? { groupId } : null)
  const [isWritten, writing] = useDisclosure(false)
  const group = getFragmentData(GROUP_POSTS, data?.group)
  const posts = group?.posts
  if (refusal && !group) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!posts) return <Skeleton h={220} radius="lg" aria-hidden />
  return (
    <Stack gap="md">
      <VisuallyHidden>
        <Title order={2}>{t('page.tabs.posts')}</Title>
      </VisuallyHidden>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {posts.totalCount === 0
            ? t(group.viewerCanWritePosts ? 'posts.writeFirst' : 'posts.empty')
            : t('posts.count', { count: posts.totalCount })}
        </Text>
        {group.viewerCanWritePosts && (
          <Button leftSection={<IconPencilPlus size={16} aria-hidden />} onClick={writing.open}>
            {t('posts.new')}
          </Button>
        )}
      </Group>
      <Stack component="ul" className="plainList" gap="md" aria-live="polite">
        {posts.edges.map(({ node }) => (
          <PostItem key={node.id} post={node} groupId={groupId} />
        ))}
      </Stack>
      <LoadMore pageInfo={posts.pageInfo} onMore={(more) => fetchMore({ groupId, more })} />
      {isWritten && <NewPost groupId={groupId} onClose={writing.close} />}
    </Stack>
  )
}
