import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { BadgePicture } from '../../../components/people/BadgePicture.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { ConsoleBadgeFragment } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { type GraphForm, useGraphForm } from '../../../graph/useGraphForm.ts'
import { HolderList } from '../kit/HolderList.tsx'
import { BADGE_HOLDERS, CHANGE_BADGE, CREATE_BADGE } from './documents.ts'

interface BadgeValues extends Record<string, unknown> {
  readonly name: string
  readonly description: string
  readonly imageUrl: string
}

const BLANK: BadgeValues = { name: '', description: '', imageUrl: '' }

interface NewBadgeProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Makes a new badge. */
export function NewBadge({ onClose, onDone }: NewBadgeProps) {
  const { t } = useTranslation(['configuration', 'common'])
  const create = useAct(CREATE_BADGE)
  const { form, refusal, isBusy, onSubmit } = useGraphForm<BadgeValues>(
    { name: 'new-badge', mode: 'controlled', initialValues: BLANK },
    async ({ name, description, imageUrl }) => {
      await create.attempt({ input: { name, description, ...(imageUrl.trim() && { imageUrl: imageUrl.trim() }) } })
      notifications.show({ message: t('badges.created', { name }) })
      onDone()
      onClose()
    },
  )
  return (
    <Dialog title={t('badges.new')} onClose={onClose} isBusy={isBusy}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <BadgeFields form={form} />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface BadgeDialogProps extends NewBadgeProps {
  readonly badge: ConsoleBadgeFragment
  readonly canChange: boolean
}

/** A badge, who has it, and its texts to change for those who may. */
export function BadgeDialog({ badge, canChange, onClose, onDone }: BadgeDialogProps) {
  const { data, refusal, reload, fetchMore } = usePanel(BADGE_HOLDERS, { id: badge.id })
  const holders = data?.node && 'holders' in data.node ? data.node.holders : null
  return (
    <Dialog title={badge.name} onClose={onClose}>
      <Stack>
        {canChange ? <EditBadge badge={badge} onClose={onClose} onDone={onDone} /> : <Text>{badge.description}</Text>}
        {refusal && !data && <RefusalAlert refusal={refusal} onRetry={reload} />}
        <HolderList list={holders} onMore={(more) => fetchMore({ id: badge.id, more })} />
      </Stack>
    </Dialog>
  )
}

function EditBadge({ badge, onClose, onDone }: Omit<BadgeDialogProps, 'canChange'>) {
  const { t } = useTranslation('configuration')
  const change = useAct(CHANGE_BADGE)
  const { id: badgeId, name, description, imageUrl, updatedAt } = badge
  const current = { name, description: description ?? '', imageUrl: imageUrl ?? '' }
  const edit = useEditForm<BadgeValues>({ name: 'badge', current, updatedAt }, async (changes, guard) => {
    await change.attempt({ input: { badgeId, ...changes, ...guard } })
    onDone()
  })
  const labelOf = (field: keyof BadgeValues) => {
    const label = (['name', 'description', 'imageUrl'] as const).find((one) => one === field)
    return label ? t(`badges.${label}`) : ''
  }
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack>
        <BadgeFields form={edit.form} />
        <EditFormFooter edit={edit} labelOf={labelOf} onCancel={onClose} />
      </Stack>
    </form>
  )
}

function BadgeFields({ form }: { readonly form: GraphForm<BadgeValues>['form'] }) {
  const { t } = useTranslation('configuration')
  const { name, imageUrl } = form.values
  return (
    <>
      <TextInput label={t('badges.name')} required data-autofocus {...form.getInputProps('name')} />
      <Textarea label={t('badges.description')} autosize minRows={2} {...form.getInputProps('description')} />
      <TextInput
        type="url"
        label={t('badges.imageUrl')}
        description={t('badges.imageHint')}
        {...form.getInputProps('imageUrl')}
      />
      <Group gap="sm" aria-hidden>
        <BadgePicture url={/^https?:\/\//.test(imageUrl) ? imageUrl : null} />
        <Text size="sm">{name}</Text>
      </Group>
    </>
  )
}
