const category = (text: string, tooltip: string) => ({ text, tooltip })

/** Clients look texts up by the type, and by the parts that reportOptions names for it. */
const reportCategories = {
  avatar: category('Avatar', 'An avatar or what it shows.'),
  behavior: category('Behavior', 'What somebody said or did.'),
  content: category('Content', 'What is in it.'),
  group: category('Group', 'A group, its texts or its pictures.'),
  images: category('Pictures', 'What its pictures show.'),
  model: category('Model', 'How it looks and moves.'),
  text: category('Texts', 'What is written.'),
  user: category('Profile', "Somebody's name, texts or pictures."),
  voice: category('Voice', 'What is said aloud.'),
  world: category('World', 'A world or what is in it.'),
}

const reportReasons = {
  copyright: category('Copyright', 'Uses the work of others without their leave.'),
  harassment: category('Harassment', 'Insults, threatens or follows people.'),
  hate: category('Hate', 'Attacks people for what they are.'),
  impersonation: category('Impersonation', 'Pretends to be somebody else.'),
  malicious: category('Malicious', 'Crashes, slows down or tricks others.'),
  sexual: category('Sexual content', 'Sexual content where it may not be.'),
  spam: category('Spam', 'Floods people with what they did not ask for.'),
  violence: category('Violence', 'Gore or calls to violence.'),
}

/** For each type, its categories: the parts of the thing that can be at fault, and the reasons that fit each. */
const reportOptions = {
  avatar: { model: ['copyright', 'hate', 'malicious', 'sexual', 'violence'] },
  behavior: { text: ['harassment', 'hate', 'spam'], voice: ['harassment', 'hate'] },
  group: { images: ['copyright', 'hate', 'sexual', 'violence'], text: ['hate', 'impersonation', 'spam'] },
  user: { images: ['copyright', 'hate', 'sexual'], text: ['hate', 'impersonation', 'spam'] },
  world: { content: ['copyright', 'hate', 'malicious', 'sexual', 'violence'] },
}

/** What people can report, and why. */
export const reports = { reportCategories, reportFormUrl: '{webUrl}/report', reportOptions, reportReasons }
