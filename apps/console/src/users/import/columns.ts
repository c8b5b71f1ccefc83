import { normalized } from '../../shared/text/nfkc.js';
/** What a column of the table becomes. */
export const TARGETS = [
  ...(['username', 'password', 'name', 'firstName', 'lastName'] as const),
  ...(['email', 'groups', 'property', 'skip'] as const),
];
export type Target = (typeof TARGETS)[number];

/** Names of columns in English, German, Spanish and Chinese, as {@link simplified}. */
const NAMES: Readonly<Record<Exclude<Target, 'property' | 'skip'>, readonly string[]>> = {
  username: [
    ...['username', 'user', 'userid', 'uid', 'login', 'loginname', 'account', 'accountname'],
    ...['samaccountname', 'userprincipalname', 'benutzername', 'benutzer', 'benutzerkennung'],
    ...['anmeldename', 'kennung', 'loginkennung', 'konto', 'usuario', 'nombredeusuario', 'cuenta'],
    ...['用户名', '用户', '账号', '帐号', '账户', '帐户', '登录名'],
  ],
  password: [
    ...['password', 'pass', 'pwd', 'passwd', 'initialpassword', 'passwort', 'kennwort', 'pw'],
    ...['erstpasswort', 'startpasswort', 'initialpasswort', 'contrasena', 'clave'],
    ...['密码', '初始密码', '口令'],
  ],
  name: [
    ...['name', 'fullname', 'displayname', 'realname', 'vollername', 'anzeigename'],
    ...['vorundnachname', 'vorundzuname', 'nombrecompleto', 'nombreyapellidos'],
    ...['姓名', '全名', '名称', '显示名', '显示名称'],
  ],
  firstName: [
    ...['firstname', 'givenname', 'forename', 'vorname', 'rufname', 'nombre', 'nombres'],
    ...['nombredepila', '名', '名字'],
  ],
  lastName: [
    ...['lastname', 'surname', 'familyname', 'sn', 'nachname', 'familienname', 'zuname'],
    ...['apellido', 'apellidos', '姓', '姓氏'],
  ],
  email: [
    ...['email', 'mail', 'emailaddress', 'mailadresse', 'emailadresse', 'epost'],
    ...['correo', 'correoelectronico', 'direcciondecorreo', '邮箱', '电子邮件', '邮件', '电子邮箱'],
  ],
  groups: [
    ...['groups', 'group', 'class', 'classes', 'course', 'team', 'gruppen', 'gruppe', 'klasse'],
    ...['klassen', 'kurs', 'kurse', 'grupos', 'grupo', 'clase', 'clases', 'curso', 'cursos'],
    ...['组', '群组', '分组', '班级', '班', '小组'],
  ],
};

const simplified = (header: string): string =>
  normalized(header, 'NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([target, names]) =>
    names.map((name) => [simplified(name), target as Target] as const),
  ),
);

const PROPERTY = /^\s*property:/i;

/**
 * What each column becomes, by its name. `property:<key>` is a property, as in tables of the API; others are left out until
 * somebody says what they are. Of several columns for the same the first is taken.
 */
export function matchColumns(header: readonly string[]): readonly Target[] {
  const taken = new Set<Target>();
  return header.map((title) => {
    if (PROPERTY.test(title)) return 'property';
    const target = BY_NAME.get(simplified(title)) ?? 'skip';
    if (target !== 'groups' && taken.has(target)) return 'skip';
    taken.add(target);
    return target;
  });
}

/** The key of the property that a column becomes. */
export const propertyKey = (title: string): string => title.replace(PROPERTY, '').trim();

/** Targets that only one column can have, and several do. */
export const doubled = (targets: readonly Target[]): readonly Target[] =>
  TARGETS.filter(
    (one) =>
      !['groups', 'property', 'skip'].includes(one) &&
      targets.filter((target) => target === one).length > 1,
  );
