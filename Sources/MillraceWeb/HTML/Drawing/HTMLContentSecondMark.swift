/// A part of ``HTMLConvertible`` without requirements.
public protocol HTMLContentSecondMark {}
