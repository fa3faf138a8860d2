import { Code, NumberInput, Stack, Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { useAct } from '../../../graph/useAct.ts'
import { type EditForm, useEditForm } from '../../../graph/useEditForm.ts'
import { SET_CONFIG_ENTRY } from './documents.ts'
import { type ConfigMember, type FieldValue, fieldValueOf, isJson, lineOf, valueOfField } from './memberValues.ts'

interface MemberDialogProps {
  readonly member: ConfigMember
  readonly onClose: () => void
  readonly onDone: () => void
}

interface MemberValues extends Record<string, unknown> {
  readonly value: FieldValue
}

/** Changes one value of the client configuration. */
export function MemberDialog({ member, onClose, onDone }: MemberDialogProps) {
  const { t } = useTranslation('configuration')
  const { key, kind, defaultValue, updatedAt } = member
  const set = useAct(SET_CONFIG_ENTRY)
  const edit = useEditForm<MemberValues>(
    {
      name: 'member',
      current: { value: fieldValueOf(kind, member.value) },
      updatedAt,
      validate: ({ value }) =>
        kind === 'JSON' && typeof value === 'string' && !isJson(value) ? { value: t('config.noJson') } : {},
    },
    async ({ value = '' }, guard) => {
      await set.attempt({ input: { key, value: valueOfField(kind, value), ...guard } })
      onDone()
    },
  )
  return (
    <Dialog title={key} onClose={onClose} size="lg">
      <form onSubmit={edit.onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t('config.atOnce')}</Text>
          <ValueField edit={edit} kind={kind} />
          <Text size="sm">{t('config.default')}</Text>
          <Code block style={{ maxHeight: 160, overflow: 'auto' }} tabIndex={0}>
            {kind === 'JSON' ? String(fieldValueOf(kind, defaultValue)) : lineOf(defaultValue)}
          </Code>
          <EditFormFooter edit={edit} labelOf={() => t('config.value')} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

interface ValueFieldProps {
  readonly edit: EditForm<MemberValues>
  readonly kind: ConfigMember['kind']
}

/** The field for a value of a kind. */
function ValueField({ edit: { form }, kind }: ValueFieldProps) {
  const { t } = useTranslation('configuration')
  const label = t('config.value')
  const props = form.getInputProps('value')
  switch (kind) {
    case 'BOOLEAN':
      return <Switch label={label} {...form.getInputProps('value', { type: 'checkbox' })} />
    case 'INTEGER':
    case 'NUMBER':
      return <NumberInput label={label} allowDecimal={kind === 'NUMBER'} {...props} />
    case 'TEXT':
      return <TextInput label={label} description={t('config.placeholders')} {...props} />
    case 'TEXTS':
      return <TagsInput label={label} description={t('config.textsHint')} {...props} />
    default:
      return (
        <Textarea
          label={label}
          description={t('config.jsonHint')}
          autosize
          minRows={6}
          maxRows={20}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          spellCheck={false}
          {...props}
        />
      )
  }
}
