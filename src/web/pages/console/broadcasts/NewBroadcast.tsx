import { Button, Checkbox, Fieldset, Group, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { ownZone, timeOfLocal } from '../../../components/events/eventTimes.ts'
import { NotificationFrame } from '../../../components/notifications/NotificationFrame.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { NotificationType } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { type GraphForm, useGraphForm } from '../../../graph/useGraphForm.ts'
import { SEND_NOTIFICATION } from './documents.ts'
import { PeopleSelect } from './PeopleSelect.tsx'

/** Types of notifications in which the staff speaks for itself. */
export const MESSAGE_TYPES = [
  'MODERATION_NOTICE',
  'EVENT_ANNOUNCEMENT',
  'ECONOMY_ALERT',
  'PROMO_REDEEM',
] as const satisfies NotificationType[]

interface BroadcastValues extends Record<string, unknown> {
  readonly type: (typeof MESSAGE_TYPES)[number]
  readonly title: string
  readonly message: string
  readonly link: string
  readonly linkText: string
  readonly imageUrl: string
  readonly to: 'people' | 'everybody'
  readonly receiverIds: string[]
  /** On the clock of the viewer. */
  readonly expiresAt: string
  readonly canReply: boolean
  readonly canDelete: boolean
  readonly requireSeen: boolean
}

const BLANK: BroadcastValues = {
  ...{ type: 'MODERATION_NOTICE', title: '', message: '', link: '', linkText: '', imageUrl: '', expiresAt: '' },
  ...{ to: 'people', receiverIds: [], canReply: false, canDelete: true, requireSeen: false },
}

/** What is sent of the form. */
function inputOf({ to, receiverIds, link, linkText, imageUrl, expiresAt, ...values }: BroadcastValues) {
  const { type, title, message, canReply, canDelete, requireSeen } = values
  const endsAt = timeOfLocal(expiresAt, ownZone())
  return {
    ...{ type, title, message, canReply, canDelete, requireSeen },
    ...(to === 'everybody' ? { isForEverybody: true } : { receiverIds }),
    ...(link.trim() && { link: link.trim() }),
    ...(linkText.trim() && { linkText }),
    ...(imageUrl.trim() && { imageUrl: imageUrl.trim() }),
    ...(endsAt && { expiresAt: endsAt.toISOString() }),
  }
}

interface NewBroadcastProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Writes a notification to some people, or to everybody. */
export function NewBroadcast({ onClose, onDone }: NewBroadcastProps) {
  const { t } = useTranslation(['broadcasts', 'common'])
  const send = useAct(SEND_NOTIFICATION)
  const { form, refusal, isBusy, onSubmit } = useGraphForm<BroadcastValues>(
    { name: 'new-broadcast', mode: 'controlled', initialValues: BLANK },
    async (values) => {
      await send.attempt({ input: inputOf(values) })
      notifications.show({ message: t('message.sent') })
      onDone()
      onClose()
    },
    async ({ to, title }) =>
      to === 'people' ||
      askFirst({
        title: t('message.askTitle'),
        text: t('message.askText', { title }),
        confirm: t('message.askConfirm'),
        cancel: t('common:cancel'),
      }),
  )
  return (
    <Dialog title={t('message.new')} onClose={onClose} isBusy={isBusy} size="lg">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <ReceiverFields form={form} />
          <TextFields form={form} />
          <Preview values={form.values} />
          <OptionFields form={form} />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('message.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  readonly form: GraphForm<BroadcastValues>['form']
}

function ReceiverFields({ form }: FieldsProps) {
  const { t } = useTranslation('broadcasts')
  return (
    <>
      <Radio.Group label={t('message.to')} {...form.getInputProps('to')}>
        <Group mt="xs">
          <Radio value="people" label={t('message.people')} />
          <Radio value="everybody" label={t('message.everybody')} />
        </Group>
      </Radio.Group>
      {form.values.to === 'people' && (
        <PeopleSelect
          label={t('message.receivers')}
          {...form.getInputProps('receiverIds')}
          value={form.values.receiverIds}
        />
      )}
    </>
  )
}

function TextFields({ form }: FieldsProps) {
  const { t } = useTranslation('broadcasts')
  return (
    <>
      <NativeSelect
        label={t('message.type')}
        data={MESSAGE_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        {...form.getInputProps('type')}
      />
      <TextInput label={t('message.title')} required {...form.getInputProps('title')} />
      <Textarea
        label={t('message.message')}
        description={t('languageHint')}
        required
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('message')}
      />
      <TextInput label={t('message.link')} description={t('message.linkHint')} {...form.getInputProps('link')} />
      <TextInput label={t('message.linkText')} {...form.getInputProps('linkText')} />
      <TextInput
        type="url"
        label={t('message.imageUrl')}
        description={t('message.imageHint')}
        {...form.getInputProps('imageUrl')}
      />
    </>
  )
}

/** The notification in the list of a receiver, as it is written so far. */
export function Preview({
  values,
}: {
  readonly values: Pick<BroadcastValues, 'title' | 'message' | 'link' | 'linkText'>
}) {
  const { t } = useTranslation('broadcasts')
  const { title, message, link, linkText } = values
  return (
    <Fieldset legend={t('preview')} radius="md">
      <NotificationFrame title={title || t('message.untitled')} message={message} link={link} linkText={linkText} />
    </Fieldset>
  )
}

function OptionFields({ form }: FieldsProps) {
  const { t } = useTranslation('broadcasts')
  const checkbox = { type: 'checkbox' } as const
  return (
    <>
      <TextInput
        type="datetime-local"
        label={t('message.expiresAt')}
        description={t('message.expiresHint')}
        {...form.getInputProps('expiresAt')}
      />
      <Checkbox
        label={t('message.canReply')}
        description={t('message.replyHint')}
        {...form.getInputProps('canReply', checkbox)}
      />
      <Checkbox label={t('message.canDelete')} {...form.getInputProps('canDelete', checkbox)} />
      <Checkbox label={t('message.requireSeen')} {...form.getInputProps('requireSeen', checkbox)} />
    </>
  )
}
