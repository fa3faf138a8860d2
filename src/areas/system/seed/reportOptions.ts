const labelled = (text: string, tooltip: string) => ({ text, tooltip })

/** Labels by object type, and by the categories in reportOptions. */
const reportCategories = {
  avatar: labelled('Avatar', 'An avatar or what it shows.'),
  behavior: labelled('Behavior', 'What somebody said or did.'),
  content: labelled('Content', 'What is in it.'),
  group: labelled('Group', 'A group, its texts or its pictures.'),
  images: labelled('Pictures', 'What its pictures show.'),
  model: labelled('Model', 'How it looks and moves.'),
  prop: labelled('Prop', 'A prop or what it shows.'),
  text: labelled('Texts', 'What is written.'),
  user: labelled('Profile', "Somebody's name, texts or pictures."),
  voice: labelled('Voice', 'What is said aloud.'),
  world: labelled('World', 'A world or what is in it.'),
}

const reportReasons = {
  copyright: labelled('Copyright', 'Uses the work of others without their leave.'),
  hacking: labelled('Hacking', 'Cheats, or uses a changed client.'),
  harassment: labelled('Harassment', 'Insults, threatens or follows people.'),
  hate: labelled('Hate', 'Attacks people for what they are.'),
  impersonation: labelled('Impersonation', 'Pretends to be somebody else.'),
  malicious: labelled('Malicious', 'Crashes, slows down or tricks others.'),
  sexual: labelled('Sexual content', 'Sexual content where it may not be.'),
  spam: labelled('Spam', 'Floods people with what they did not ask for.'),
  violence: labelled('Violence', 'Gore or calls to violence.'),
}

/** By object type: its report categories, and the reasons of each category. */
const reportOptions = {
  avatar: { model: ['copyright', 'hate', 'malicious', 'sexual', 'violence'] },
  behavior: { text: ['harassment', 'hate', 'spam'], voice: ['harassment', 'hate'] },
  group: { images: ['copyright', 'hate', 'sexual', 'violence'], text: ['hate', 'impersonation', 'spam'] },
  prop: { model: ['copyright', 'hate', 'malicious', 'sexual', 'violence'] },
  user: {
    behavior: ['hacking', 'harassment', 'spam'],
    images: ['copyright', 'hate', 'sexual'],
    text: ['hate', 'impersonation', 'spam'],
  },
  world: { content: ['copyright', 'hate', 'malicious', 'sexual', 'violence'] },
}

export const seedReportOptions = { reportCategories, reportFormUrl: '{webUrl}/report', reportOptions, reportReasons }
