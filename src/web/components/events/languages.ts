interface Language {
  readonly code: string
  readonly name: string
}

/** Languages to choose from, by their names in the language of the page. */
export function languageChoices(languages: readonly Language[], language: string) {
  const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
  const choices = languages.map(({ code, name }) => ({ value: code, label: names.of(code) ?? name }))
  return choices.sort((one, other) => one.label.localeCompare(other.label, language))
}
