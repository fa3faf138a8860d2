import {
  Checkbox,
  Fieldset,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Announcement } from '../../../components/Announcement.tsx'
import type { GraphForm } from '../../../graph/useGraphForm.ts'
import { NOTICE_COMMANDS, NOTICE_STATUSES, type NoticeValues } from './noticeValues.ts'

interface NoticeFieldsProps {
  readonly form: GraphForm<NoticeValues>['form']
}

/** All fields of a notice, with what people see of it. */
export function NoticeFields({ form }: NoticeFieldsProps) {
  const { t } = useTranslation('broadcasts')
  return (
    <Stack>
      <TextInput label={t('notice.name')} {...form.getInputProps('data.name')} />
      <Textarea
        label={t('notice.description')}
        description={t('languageHint')}
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('data.description')}
      />
      <TextInput type="url" label={t('notice.imageUrl')} {...form.getInputProps('data.imageUrl')} />
      <Preview form={form} />
      <AudienceFields form={form} />
      <ClientFields form={form} />
    </Stack>
  )
}

/** The notice on the start page, as it is written so far. */
function Preview({ form }: NoticeFieldsProps) {
  const { t } = useTranslation('broadcasts')
  const { name, description, imageUrl } = form.values.data
  return (
    <Fieldset legend={t('preview')} radius="md">
      <Announcement
        name={name || t('notice.untitled')}
        description={description}
        imageUrl={/^https?:\/\//.test(imageUrl) ? imageUrl : null}
      />
    </Fieldset>
  )
}

/** Who sees it, and when. */
function AudienceFields({ form }: NoticeFieldsProps) {
  const { t } = useTranslation('broadcasts')
  return (
    <Fieldset legend={t('notice.audience')} radius="md">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput type="datetime-local" label={t('notice.startsAt')} {...form.getInputProps('startsAt')} />
          <TextInput type="datetime-local" label={t('notice.endsAt')} {...form.getInputProps('endsAt')} />
          <NativeSelect
            label={t('notice.releaseStatus')}
            data={NOTICE_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
            {...form.getInputProps('releaseStatus')}
          />
          <NumberInput
            label={t('notice.priority')}
            description={t('notice.priorityHint')}
            allowDecimal={false}
            {...form.getInputProps('priority')}
          />
        </SimpleGrid>
        <TagsInput
          label={t('notice.tags')}
          description={t('notice.tagsHint')}
          splitChars={[',']}
          {...form.getInputProps('tags')}
        />
        <Checkbox label={t('notice.isEnabled')} {...form.getInputProps('isEnabled', { type: 'checkbox' })} />
      </Stack>
    </Fieldset>
  )
}

/** What other clients than the web show of it. */
function ClientFields({ form }: NoticeFieldsProps) {
  const { t } = useTranslation('broadcasts')
  return (
    <Fieldset legend={t('notice.clients')} radius="md">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t('notice.template')} {...form.getInputProps('data.template')} />
          <TextInput label={t('notice.version')} {...form.getInputProps('data.version')} />
        </SimpleGrid>
        <NativeSelect
          label={t('notice.command')}
          data={[
            { value: '', label: t('notice.nothing') },
            ...NOTICE_COMMANDS.map((value) => ({ value, label: t(`commands.${value}`) })),
          ]}
          {...form.getInputProps('data.onPressed.command')}
        />
        <Textarea
          label={t('notice.parameters')}
          description={t('notice.parametersHint')}
          autosize
          {...form.getInputProps('data.onPressed.parameters')}
        />
        <Textarea label={t('notice.articleText')} autosize {...form.getInputProps('data.article.text')} />
        <TextInput type="url" label={t('notice.articleImageUrl')} {...form.getInputProps('data.article.imageUrl')} />
      </Stack>
    </Fieldset>
  )
}
