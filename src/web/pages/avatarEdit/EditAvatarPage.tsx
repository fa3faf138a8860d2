import { Grid, Paper, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type StyleChoice, useStyleChoices } from '../../components/avatars/styles.ts'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { PictureField } from '../../components/uploads/PictureField.tsx'
import type { AvatarEditFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { BundlePanel } from './BundlePanel.tsx'
import { DeletePanel } from './DeletePanel.tsx'
import { DetailsForm } from './DetailsForm.tsx'
import { AVATAR_EDIT, AVATAR_EDIT_CHANGES, AVATAR_TO_EDIT, UPDATE_AVATAR } from './documents.ts'
import { GalleryEditor } from './GalleryEditor.tsx'

/** Changes an avatar of one's own. */
export function EditAvatarPage() {
  const { avatarId } = useParams({ from: '/shell/avatars/$avatarId/edit' })
  return <AvatarToEdit key={avatarId} avatarId={avatarId} />
}

function AvatarToEdit({ avatarId }: { readonly avatarId: string }) {
  const { data, refusal, reload } = usePanel(AVATAR_TO_EDIT, { avatarId })
  const styles = useStyleChoices()
  useLive(AVATAR_EDIT_CHANGES, data?.avatar ? { avatarId } : null, ({ avatarChanged }) => {
    if (!avatarChanged.avatar) reload()
  })
  const avatar = getFragmentData(AVATAR_EDIT, data?.avatar)
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !avatar?.viewerCanUpdate) return <NotFoundPage />
  return avatar ? <EditPanels avatar={avatar} styles={styles} /> : <DetailSkeleton />
}

interface EditPanelsProps {
  readonly avatar: AvatarEditFragment
  readonly styles: readonly StyleChoice[]
}

function EditPanels({ avatar, styles }: EditPanelsProps) {
  const { t } = useTranslation('avatars')
  const { id, name } = avatar
  return (
    <Stack gap="md">
      <PageHead title={t('editName', { name })} windowTitle={t('editTitle', { name })}>
        <RouteButton to="/avatars/$avatarId" params={{ avatarId: id }} variant="default">
          {t('show')}
        </RouteButton>
      </PageHead>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <Panel title={t('detailsTitle')}>
              <DetailsForm avatar={avatar} styles={styles} />
            </Panel>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <PicturePanel avatar={avatar} />
            <BundlePanel avatar={avatar} />
            {avatar.author?.isViewer && <GalleryEditor avatar={avatar} />}
            {avatar.viewerCanDelete && <DeletePanel avatarId={id} name={name} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

function PicturePanel({ avatar: { id, imageUrl } }: { readonly avatar: AvatarEditFragment }) {
  const { t } = useTranslation('avatars')
  const update = useAct(UPDATE_AVATAR)
  return (
    <Paper withBorder p="md" radius="lg">
      <PictureField
        label={t('fields.picture')}
        hint={t('hints.picture')}
        shape="wide"
        purpose="AVATAR_IMAGE"
        url={imageUrl}
        use={(imageUploadId) => update.attempt({ input: { avatarId: id, imageUploadId } })}
      />
    </Paper>
  )
}
