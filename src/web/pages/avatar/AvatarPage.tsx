import { Grid, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useWornAvatars } from '../../components/avatars/useWornAvatars.ts'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { AvatarFacts } from './AvatarFacts.tsx'
import { AvatarHead } from './AvatarHead.tsx'
import { AVATAR, AVATAR_CHANGES, AVATAR_DETAILS, AVATAR_MARKS } from './documents.ts'
import { GalleryPanel } from './GalleryPanel.tsx'
import { ImpostorPanel } from './ImpostorPanel.tsx'
import { PlatformsPanel } from './PlatformsPanel.tsx'

/** An avatar: what it looks like, where it can be shown, and what one can do with it. */
export function AvatarPage() {
  const { avatarId } = useParams({ from: '/shell/avatars/$avatarId' })
  return <AvatarDetails key={avatarId} avatarId={avatarId} />
}

function AvatarDetails({ avatarId }: { readonly avatarId: string }) {
  const { t } = useTranslation('avatars')
  const { data, refusal, reload } = usePanel(AVATAR_DETAILS, { avatarId })
  const worn = useWornAvatars()
  useLive(AVATAR_CHANGES, data?.avatar ? { avatarId } : null, ({ avatarChanged }) => {
    if (!avatarChanged.avatar) reload()
  })
  useLive(AVATAR_MARKS, {})
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !data.avatar) return <NotFoundPage />
  const avatar = getFragmentData(AVATAR, data?.avatar)
  return (
    <Stack gap="md">
      <PageTitle>{avatar ? t('avatarTitle', { name: avatar.name }) : 'Plaza'}</PageTitle>
      {avatar ? <AvatarHead avatar={avatar} worn={worn} /> : <DetailSkeleton />}
      {avatar && (
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="md">
              <GalleryPanel avatar={avatar} name={avatar.name} canUpdate={avatar.viewerCanUpdate} />
              <PlatformsPanel avatar={avatar} />
              {avatar.viewerCanUpdate && <ImpostorPanel avatar={avatar} canBuild={!avatar.isUploadPending} />}
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <AvatarFacts avatar={avatar} />
          </Grid.Col>
        </Grid>
      )}
    </Stack>
  )
}
